import type { Block, Cell, ReportSection, Table } from '../report.ts';
import { listed, sharedSection } from '../report-page.ts';
import {
  CAPITAL_EFFECTS,
  CAPITAL_NAMES,
  FUNDRAISING_BONUS,
  isBattleground,
  isRegion,
  PARTY_NAMES,
  REGION_IDS,
  REGION_NAMES,
  type RegionId,
} from './data.ts';
import { winnerOf } from './polls.ts';
import { automaticParty, counted, type Page, pollWords, signed, stateName } from './report-words.ts';
import type {
  AdvertiseEvent,
  CampaignEvent,
  LogEvent,
  Move,
  OpponentAdEvent,
  OpponentStopEvent,
} from './state.ts';

/** MOE-9.1.2: the turn that was played as a log of its dice, one sentence for each event. */
export function logSection(page: Page): ReportSection | null {
  if (page.before === null) return null;
  const { log, players } = page.now;
  const final = log.filter((event) => event.kind === 'final');
  const rest = log.filter((event) => event.kind !== 'final');
  const automatic = rest.filter((event) => event.kind === 'opponent-stop' || event.kind === 'opponent-ad');
  const own = rest.filter((event) => event.kind !== 'opponent-stop' && event.kind !== 'opponent-ad');
  const capital = own.filter((event) => event.kind === 'capital');
  const groups: [string, LogEvent[]][] =
    players.length > 1
      ? [['In the order played', rest]]
      : [
          ['Political capital', capital],
          [
            `The campaign of the ${PARTY_NAMES[players[0]?.party ?? 'D']}`,
            own.filter((event) => event.kind !== 'capital'),
          ],
          [`The other campaign: the ${PARTY_NAMES[automaticParty(page.now)]}`, automatic],
        ];
  groups.push(['The final vote', final]);
  const blocks: Block[] = groups
    .filter(([, events]) => events.length > 0)
    .map(([caption, events]) => logTable(page, caption, events));
  if (blocks.length === 0) blocks.push({ kind: 'paragraph', text: 'Nothing happened.' });
  return sharedSection(
    'dice',
    page.before.phase === 'week' ? 'The week in dice' : 'The last minute in dice',
    blocks,
  );
}

function logTable(page: Page, caption: string, events: readonly LogEvent[]): Table {
  return {
    kind: 'table',
    caption,
    showCaption: true,
    columns: [
      { label: 'Dice', align: 'left' },
      { label: 'What happened', align: 'left' },
    ],
    rows: events.map((event): Cell[] => [diceOf(event), sentence(page, event)]),
  };
}

/** The dice as they fell. */
function diceOf(event: LogEvent): string {
  return 'dice' in event ? event.dice.join(' ') : '';
}

/** MOE-9.1.2: an event in a sentence. */
export function sentence(page: Page, event: LogEvent): string {
  switch (event.kind) {
    case 'order':
      return orderWords(page, event.first);
    case 'missing':
      return missingWords(page, event);
    case 'capital':
      return capitalWords(event);
    case 'media':
      return `${event.seat}: ${counted(event.days, 'media day')}, ${signed(event.bonus)} to rolls from here on.`;
    case 'fundraise':
      return fundraiseWords(event);
    case 'campaign':
      return campaignWords(page, event);
    case 'vp':
      return (
        `${event.seat}’s running mate in ${stateName(event.state)}: ${event.dice[0]} − 1 = ${event.total}, ` +
        `${counted(event.squares, 'square')}${halved(page, event)}. ${moveWords(event)}.`
      );
    case 'advertise':
      return adWords(event);
    case 'skip':
      return skipWords(event);
    case 'opponent-stop':
      return opponentStopWords(page, event);
    case 'opponent-ad':
      return opponentAdWords(event);
    case 'last-minute':
      return (
        `${event.seat} makes a last-minute stop in ${stateName(event.state)} with ${counted(event.tokens, 'token')}: ` +
        `${event.total}, ${counted(event.squares, 'square')}${halved(page, event)}. ${moveWords(event)}.`
      );
    case 'final':
      return finalWords(page, event);
  }
}

type Event<K extends LogEvent['kind']> = Extract<LogEvent, { kind: K }>;

/** `Ohio R+1 → D+1`; without movement `Ohio stays at R+1`. */
function moveWords({ state, from, to }: Move): string {
  const name = stateName(state);
  return from === to ? `${name} stays at ${pollWords(to)}` : `${name} ${pollWords(from)} → ${pollWords(to)}`;
}

function movesWords(moves: readonly Move[]): string {
  return moves
    .map(({ state, from, to }) =>
      from === to ? `${state} stays` : `${state} ${pollWords(from)} → ${pollWords(to)}`,
    )
    .join(', ');
}

function orderWords({ now, before }: Page, first: string): string {
  const cash = (before ?? now).players.map((player) => `${player.id} $${player.cash}`).join(', ');
  const equal = new Set((before ?? now).players.map((player) => player.cash)).size === 1;
  const why = equal ? 'holding the edge' : 'having more money';
  return `${first} goes first, ${why} (${cash}). The edge is now with ${now.edge}.`;
}

function missingWords({ before }: Page, { seat, refused }: Event<'missing'>): string {
  const what = refused ? `${seat}’s sheet was refused and counts as not sent` : `No sheet came from ${seat}`;
  const week = before?.phase === 'week';
  return `${what}: ${week ? 'three days of fundraising instead' : 'the tokens stay unused'}.`;
}

function capitalWords({ seat, capital, moves, cash }: Event<'capital'>): string {
  const what = `${seat} uses ${CAPITAL_NAMES[capital]}`;
  if (capital === 'internet-funds') return `${what}: $5, now $${cash} in hand.`;
  if (capital === 'endorsements') return `${what}: ${movesWords(moves)}.`;
  return `${what}: ${CAPITAL_EFFECTS[capital]}.`;
}

function fundraiseWords({ seat, days, dice, raised, cash }: Event<'fundraise'>): string {
  const bonus = FUNDRAISING_BONUS[days] ?? 0;
  const sum = bonus === 0 ? `$${raised}` : `${dice[0]} + ${bonus} = $${raised}`;
  const limit = cash === 20 ? ', the most there can be' : '';
  return `${seat} raises funds for ${counted(days, 'day')}: ${sum}, now $${cash} in hand${limit}.`;
}

/** The dice, covers, bonus and total of a stop or ad: `6 + 5, bonus 0: 11, 3 squares`. */
function setWords(page: Page | null, event: CampaignEvent | AdvertiseEvent): string {
  const parts: string[] = [];
  for (const [i, capital] of event.spent.entries()) {
    parts.push(`${CAPITAL_NAMES[capital]} is spent and a ${event.ignored[i]} ignored`);
  }
  if (event.total === null) {
    const gaffe =
      event.squares === -4 ? 'triples, a gaffe: 4 squares lost' : 'doubles, a gaffe: 2 squares lost';
    return [...parts, gaffe].join('; ');
  }
  const left = [...event.dice];
  for (const die of event.ignored) left.splice(left.indexOf(die), 1);
  const bonus = event.total - left.reduce((sum, die) => sum + die, 0);
  const sum = `${left.join(' + ')}${bonus === 0 ? '' : bonus > 0 ? ` + ${bonus}` : ` − ${-bonus}`}`;
  const total = left.length === 1 && bonus === 0 ? sum : `${sum} = ${event.total}`;
  const half = page !== null && event.kind === 'campaign' ? halved(page, event) : '';
  return [...parts, `${total}, ${counted(event.squares, 'square')}${half}`].join('; ');
}

/** MOE-6.3, where it applied. */
function halved({ now }: Page, { seat, state }: { seat: string; state: string }): string {
  const party = now.players.find((player) => player.id === seat)?.party;
  const theirs = party === 'D' ? now.homes.R : now.homes.D;
  return theirs === state ? ' (halved in the other side’s home state)' : '';
}

function campaignWords(page: Page, event: CampaignEvent): string {
  const where = `${event.seat} campaigns in ${stateName(event.state)} for ${counted(event.days, 'day')}`;
  const token = event.token ? ' A small-state token.' : '';
  return `${where}: ${setWords(page, event)}. ${moveWords(event)}.${token} $${event.cash} left.`;
}

function adWords(event: AdvertiseEvent): string {
  const where = `${event.seat} advertises in ${REGION_NAMES[event.region]} for ${counted(event.days, 'day')}`;
  return `${where}: ${setWords(null, event)}. ${movesWords(event.moves)}. $${event.cash} left.`;
}

function skipWords({ seat, do: deed, where, why }: Event<'skip'>): string {
  const place = isRegion(where) ? REGION_NAMES[where] : isBattleground(where) ? stateName(where) : where;
  const what = { campaign: 'stop', vp: 'running mate’s stop', advertise: 'advertisement' }[deed];
  return `${seat}’s ${what} in ${place} falls: ${why === 'no-money' ? 'no money' : 'fact-checked'}.`;
}

function opponentStopWords(page: Page, event: OpponentStopEvent): string {
  const { dice, rolled, state, from, to, party, squares } = event;
  const region = REGION_NAMES[REGION_IDS[(dice[0] ?? 1) - 1] as RegionId];
  const roll = `${region}, ${stateName(rolled)} rolled`;
  if (state === null || from === null || to === null) {
    return `${roll}: all twenty states are safe for the ${PARTY_NAMES[party]}; nowhere to go.`;
  }
  const half =
    squares === 1 && page.now.homes[party === 'D' ? 'R' : 'D'] === state ? ' (a home state: half)' : '';
  if (state === rolled)
    return `${roll}: ${counted(squares, 'square')}${half}. ${moveWords({ state, from, to })}.`;
  return (
    `${roll}, but it is safe for the ${PARTY_NAMES[party]}; the next that is not is ${stateName(state)}: ` +
    `${counted(squares, 'square')}${half}. ${moveWords({ state, from, to })}.`
  );
}

function opponentAdWords({ dice, regions, region, squares, moves, party }: OpponentAdEvent): string {
  const rolled = dice.map((die) => REGION_IDS[die - 1] as RegionId);
  const names = listed([...new Set(rolled)].map((id) => REGION_NAMES[id]));
  const size = `${squares} squares${dice[0] === dice[1] ? ' for doubles' : ''}`;
  if (region === null)
    return `Advertising, ${names} rolled: every state is safe for the ${PARTY_NAMES[party]}.`;
  const moved = rolled.every((id) => regions.includes(id))
    ? ''
    : `; with regions that are wholly safe passed over: ${listed(regions.map((id) => REGION_NAMES[id]))}`;
  const chosen =
    regions.length > 1 ? `${REGION_NAMES[region]} does more harm` : `${REGION_NAMES[region]} it is`;
  return `Advertising, ${names} rolled${moved}. ${chosen}: ${size}. ${movesWords(moves)}.`;
}

function finalWords({ now }: Page, { state, dice, shift, from, to }: Event<'final'>): string {
  const total = dice.reduce((sum, die) => sum + die, 0);
  const reader = now.players.length === 1 ? (now.players[0]?.party ?? 'D') : 'D';
  const winner = winnerOf(to, now.start[state]);
  const margin = shift === 0 ? 'no change' : `${signed(shift)} for the ${PARTY_NAMES[reader]}`;
  const white = to === 0 ? ', on whose side it started' : '';
  return `${moveWords({ state, from, to })} (${total}: ${margin}). It goes to the ${PARTY_NAMES[winner]}${white}.`;
}
