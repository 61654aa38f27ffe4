import { counted, dollars, listInWords, signed } from '../../numbers.ts';
import { otherParty, PARTY_NAMES, type Party } from '../../parties.ts';
import type { SeatIdentifier } from '../../ruleset.ts';
import {
  type Battleground,
  CAPITAL_EFFECTS,
  CAPITAL_NAMES,
  FUNDRAISING_BONUS,
  INTERNET_FUNDS,
  isBattleground,
  isRegion,
  MAX_CASH,
  REGION_NAMES,
  type RegionId,
  regionOfDie,
} from '../data.ts';
import { finalVoteReader } from '../final-vote.ts';
import { winnerOf } from '../polls.ts';
import { sum } from '../rolls.ts';
import type {
  AdvertiseEvent,
  CampaignEvent,
  FinalEvent,
  LastMinuteEvent,
  LogEvent,
  Move,
  OpponentAdEvent,
  OpponentStopEvent,
  VpEvent,
} from '../state.ts';
import { pollWithLeader, type ReportContext, stateName } from './context.ts';
import { changesSides } from './leads.ts';
import { moneyLost, regionInText } from './pushes.ts';

type Event<K extends LogEvent['kind']> = Extract<LogEvent, { kind: K }>;

/** MOE-9.1.2: an event of the last turn in words. */
export function sentenceFor(context: ReportContext, event: LogEvent): string {
  switch (event.kind) {
    case 'order':
      return orderSentence(context, event);
    case 'missing':
      return missingSentence(context, event);
    case 'capital':
      return capitalSentence(context, event);
    case 'media':
      return mediaSentence(event);
    case 'fundraise':
      return fundraisingSentence(context, event);
    case 'campaign':
      return stopSentence(context, event);
    case 'vp':
      return runningMateSentence(context, event);
    case 'advertise':
      return adSentence(context, event);
    case 'skip':
      return skipSentence(event);
    case 'opponent-stop':
      return opponentStopSentence(context, event);
    case 'opponent-ad':
      return opponentAdSentence(context, event);
    case 'last-minute':
      return lastMinuteSentence(context, event);
    case 'final':
      return finalSentence(context, event);
  }
}

function orderSentence({ now, before }: ReportContext, { first }: Event<'order'>): string {
  const { players } = before ?? now;
  const cash = players.map((player) => `${player.id} ${dollars(player.cash)}`).join(', ');
  const isEqual = new Set(players.map((player) => player.cash)).size === 1;
  const reason = isEqual ? 'holding the edge' : 'with more money';
  return `${first} goes first, ${reason} (${cash}). ${now.edge} now holds the edge.`;
}

function missingSentence({ before }: ReportContext, { seat, refused }: Event<'missing'>): string {
  const cause = refused ? `${seat}’s sheet was refused and counts as not sent` : `No sheet came from ${seat}`;
  const effect =
    before?.phase === 'week' ? `${seat} spends three days on fundraising` : 'the tokens are not used';
  return `${cause}, so ${effect}.`;
}

function capitalSentence(context: ReportContext, event: Event<'capital'>): string {
  const { seat, capital, moves, cash } = event;
  const use = `${seat} uses ${CAPITAL_NAMES[capital]}`;
  if (capital === 'internet-funds') {
    return `${use}: ${dollars(INTERNET_FUNDS)} more, now ${dollars(cash)} in hand${lostNote(context, event)}.`;
  }
  if (capital === 'endorsements')
    return `${use}: ${movesInWords(context, moves)}${flipNote(context, moves)}.`;
  return `${use}: ${CAPITAL_EFFECTS[capital]}.`;
}

function mediaSentence({ seat, days, bonus }: Event<'media'>): string {
  return `${seat} spends ${counted(days, 'day')} on media. The bonus from here on: ${signed(bonus)}.`;
}

function fundraisingSentence(context: ReportContext, event: Event<'fundraise'>): string {
  const { seat, days, dice, raised, cash } = event;
  const bonus = FUNDRAISING_BONUS[days] ?? 0;
  const roll =
    bonus === 0 ? dollars(raised) : `${dice[0]} + ${bonus} (${counted(days, 'day')}) = ${dollars(raised)}`;
  const limit = cash === MAX_CASH ? ', the maximum' : '';
  const note = `${limit}${lostNote(context, event)}`;
  return `${seat} raises funds for ${counted(days, 'day')}: ${roll}, now ${dollars(cash)} in hand${note}.`;
}

/** MOE-2.12: what was lost because cash is limited. */
function lostNote({ before, now }: ReportContext, event: LogEvent): string {
  const lost =
    before === null ? undefined : moneyLost(before, now).find((overflow) => overflow.event === event);
  return lost === undefined ? '' : `; ${dollars(lost.lost)} above ${dollars(MAX_CASH)} lost`;
}

function stopSentence(context: ReportContext, event: CampaignEvent): string {
  const { seat, state, days, token, cash, squares } = event;
  const stop = `${seat} campaigns in ${stateName(state)} for ${counted(days, 'day')}`;
  const halved = squares < 0 ? '' : halvedNote(context, seat, state);
  const earned = token ? ` ${seat} earns the small-state token.` : '';
  const moved = `${moveInWords(context, event)}${flipNote(context, [event])}`;
  return `${stop}: ${rollInWords(context, event)}${halved}. ${moved}.${earned} ${dollars(cash)} left.`;
}

function runningMateSentence(context: ReportContext, event: VpEvent): string {
  const { seat, state, dice, total, squares } = event;
  const stop = `${seat}’s running mate in ${stateName(state)}`;
  const roll = `${dice[0]} − 1 (running mate) = ${total}`;
  const result = `${roll}, ${counted(squares, 'square')}${halvedNote(context, seat, state)}`;
  return `${stop}: ${result}. ${moveInWords(context, event)}${flipNote(context, [event])}.`;
}

function adSentence(context: ReportContext, event: AdvertiseEvent): string {
  const { seat, region, days, moves, cash } = event;
  const ad = `${seat} advertises in ${regionInText(region)} for ${counted(days, 'day')}`;
  const moved = `${movesInWords(context, moves)}${flipNote(context, moves)}`;
  return `${ad}: ${rollInWords(context, event)}. ${moved}. ${dollars(cash)} left.`;
}

/** The dice of a stop or ad: `Fact Check is spent to ignore a 5; 1 + 5 + 1 (media) = 7, 2 squares`. */
function rollInWords(context: ReportContext, event: CampaignEvent | AdvertiseEvent): string {
  const covers = event.spent.map(
    (capital, i) => `${CAPITAL_NAMES[capital]} is spent to ignore a ${event.ignored[i]}`,
  );
  return [...covers, totalInWords(context, event)].join('; ');
}

function totalInWords(context: ReportContext, event: CampaignEvent | AdvertiseEvent): string {
  const { dice, ignored, total, squares } = event;
  if (total === null) {
    return `${squares === -4 ? 'triples' : 'doubles'}, a gaffe: ${counted(-squares, 'square')} lost`;
  }
  const left = [...dice];
  for (const die of ignored) left.splice(left.indexOf(die), 1);
  const bonus = total - sum(left);
  const isPlain = left.length === 1 && bonus === 0;
  const terms = `${left.join(' + ')}${bonusInWords(context, event, bonus)}`;
  return `${isPlain ? terms : `${terms} = ${total}`}, ${counted(squares, 'square')}`;
}

/** MOE-2.11: the media bonus as a term of a sum: ` − 1 (no media)`. With two players, media days below do not count. */
function bonusInWords({ now }: ReportContext, event: CampaignEvent | AdvertiseEvent, bonus: number): string {
  if (bonus === 0) return '';
  if (bonus > 0) return ` + ${bonus} (media)`;
  const isLater = now.log.some((other) => other.kind === 'media' && other.seat === event.seat);
  return ` − ${-bonus} (no media${isLater ? ' before' : ''})`;
}

/** Which of the states changed sides by these moves: `, which changes sides`. */
function flipNote({ now }: ReportContext, moves: readonly Move[]): string {
  const flips = moves.filter(({ state, from, to }) => changesSides(from, to, now.start[state]));
  if (flips.length === 0) return '';
  if (moves.length === 1) return ' and changes sides';
  return `; ${listInWords(flips.map(({ state }) => state))} ${flips.length === 1 ? 'changes' : 'change'} sides`;
}

/** MOE-6.3: a note if a stop was in the other party's home state. */
function halvedNote({ now }: ReportContext, seat: SeatIdentifier, state: Battleground): string {
  const player = now.players.find(({ id }) => id === seat);
  return player === undefined ? '' : homeNote(now.homes[otherParty(player.party)] === state);
}

function homeNote(isHome: boolean): string {
  return isHome ? ' (halved in the other party’s home state)' : '';
}

function skipSentence({ seat, do: type, where, why }: Event<'skip'>): string {
  const place = isRegion(where) ? regionInText(where) : isBattleground(where) ? stateName(where) : where;
  const what = { campaign: 'stop', vp: 'running mate’s stop', advertise: 'ad' }[type];
  const reason = why === 'no-money' ? 'no money' : 'fact-checked';
  return `${seat}’s ${what} in ${place} is skipped: ${reason}.`;
}

function opponentStopSentence(context: ReportContext, event: OpponentStopEvent): string {
  const { now } = context;
  const { dice, rolled, state, from, to, party, squares } = event;
  const roll = `The roll is ${stateName(rolled)} (${REGION_NAMES[regionOfDie(dice[0] ?? 1)]})`;
  if (state === null || from === null || to === null) {
    return `${roll}. All 20 states are safe for the ${PARTY_NAMES[party]}, so nothing happens.`;
  }
  const halved = homeNote(now.homes[otherParty(party)] === state);
  const move = { state, from, to };
  const result = `${counted(squares, 'square')}${halved}. ${moveInWords(context, move)}${flipNote(context, [move])}.`;
  if (state === rolled) return `${roll}: ${result}`;
  const next = `The next state down the board that is not safe is ${stateName(state)}`;
  return `${roll}, which is safe for the ${PARTY_NAMES[party]}. ${next}: ${result}`;
}

function opponentAdSentence(context: ReportContext, event: OpponentAdEvent): string {
  const { dice, regions, region, squares, moves, party } = event;
  const rolled = dice.map(regionOfDie);
  const isDouble = dice[0] === dice[1];
  const roll = `The ad roll is ${isDouble ? `${regionList(rolled.slice(1))} twice` : regionList(rolled)}`;
  if (region === null) {
    return `${roll}. Every state is safe for the ${PARTY_NAMES[party]}, so nothing happens.`;
  }
  const isReplaced = !rolled.every((id) => regions.includes(id));
  const safe = `entirely safe for the ${PARTY_NAMES[party]}`;
  const replaced = isReplaced ? ` Passing over regions that are ${safe}: ${regionList(regions)}.` : '';
  const where = regions.length > 1 ? 'The ad does more harm in' : 'The ad runs in';
  const size = `${counted(squares, 'square')}${isDouble ? ' for doubles' : ''}`;
  const moved = `${movesInWords(context, moves)}${flipNote(context, moves)}`;
  return `${roll}.${replaced} ${where} ${regionInText(region)}: ${size}. ${moved}.`;
}

function regionList(regions: readonly RegionId[]): string {
  return listInWords(regions.map((id) => REGION_NAMES[id]));
}

function lastMinuteSentence(context: ReportContext, event: LastMinuteEvent): string {
  const { seat, state, tokens, dice, total, squares } = event;
  const stop = `${seat} makes a last-minute stop in ${stateName(state)} with ${counted(tokens, 'token')}`;
  const roll = dice.length === 1 ? String(total) : `${dice.join(' + ')} = ${total}`;
  const result = `${roll}, ${counted(squares, 'square')}${halvedNote(context, seat, state)}`;
  return `${stop}: ${result}. ${moveInWords(context, event)}${flipNote(context, [event])}.`;
}

function finalSentence(context: ReportContext, { state, dice, shift, from, to }: FinalEvent): string {
  const { now } = context;
  const reader = finalVoteReader(now);
  const effect = shift === 0 ? 'no change' : `${signed(shift)} for the ${PARTY_NAMES[reader]}`;
  const winner: Party = winnerOf(to, now.start[state]);
  const white = to === 0 ? ', on whose side it started' : '';
  const roll = `${sum(dice)}: ${effect}`;
  const result = changesSides(from, to, now.start[state]) ? 'changes sides and goes' : 'goes';
  return `${moveInWords(context, { state, from, to })} (${roll}). It ${result} to the ${PARTY_NAMES[winner]}${white}.`;
}

/** `Ohio R+1 → D+1`; without movement `Ohio stays at R+1`. */
function moveInWords(context: ReportContext, { state, from, to }: Move): string {
  const name = stateName(state);
  return from === to
    ? `${name} stays at ${pollOf(context, state, to)}`
    : `${name} ${pollOf(context, state, from)} → ${pollOf(context, state, to)}`;
}

/** The poll with the party that holds the state if it is even (MOE-2.6). */
function pollOf({ now }: ReportContext, state: Battleground, poll: number): string {
  return pollWithLeader(poll, now.start[state]);
}

/** `OH R+1 → D+1, IN stays`. */
function movesInWords(context: ReportContext, moves: readonly Move[]): string {
  return moves
    .map(({ state, from, to }) =>
      from === to
        ? `${state} stays`
        : `${state} ${pollOf(context, state, from)} → ${pollOf(context, state, to)}`,
    )
    .join(', ');
}
