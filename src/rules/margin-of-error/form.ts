import { counted, dollars, numberWord, signed } from '../numbers.ts';
import { otherParty, PARTY_NAMES } from '../parties.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, RowsField, SheetForm, SheetSection, SimpleField } from '../sheet.ts';
import { capitalReminder } from './capital-reminder.ts';
import {
  AD_PRICE,
  type Battleground,
  BOARD,
  CAPITAL_EFFECTS,
  CAPITAL_NAMES,
  type CapitalId,
  DAYS,
  FUNDRAISING_BONUS,
  isSmall,
  MAX_CASH,
  MAX_ENDORSED,
  MAX_ENDORSED_VOTES,
  MAX_PER_ROW,
  MAX_ROWS,
  MEDIA_BONUS,
  REGION_IDS,
  REGION_NAMES,
  REGION_STATES,
  SAFE_FROM,
  STOP_PRICE,
  WEEKS,
} from './data.ts';
import { ACTION_TYPES, type ActionType } from './orders.ts';
import { winnerOf } from './polls.ts';
import { pollInWords } from './report/context.ts';
import { owingPlayers, type Player, type State } from './state.ts';

const ACTION_LABELS: Record<ActionType, string> = {
  campaign: 'Campaign',
  vp: 'Running mate',
  advertise: 'Advertise',
  fundraise: 'Fundraise',
  media: 'Media',
};

/** What the open turn is called on sheets and pages. */
export function phaseName(state: State): string {
  if (state.phase === 'over') return 'The end';
  return state.phase === 'last-minute' ? 'Last minute' : `Week ${state.week} of ${WEEKS}`;
}

/** MOE-9.1.8: the form of a seat's sheet for the open turn; null if the seat owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = owingPlayers(state).find(({ id }) => id === seat);
  if (player === undefined) return null;
  const isWeek = state.phase === 'week';
  return {
    turn: state.turn + 1,
    phase: phaseName(state),
    facts: isWeek ? weekFacts(state, player) : lastMinuteFacts(player),
    sections: isWeek ? weekSections(state, player) : [lastMinuteSection(state, player)],
  };
}

/** The actions in short, each with its cost, its effect and its rule, and the words that a player needs for them. */
function weekFacts(state: State, player: Player): string[] {
  const order =
    state.players.length > 1
      ? 'Rows are played in this order. Media days help only rows below.'
      : 'The bonus is for all stops and ads (MOE-4.4).';
  return [
    `${leads(player)} ${dollars(player.cash)} in hand, ${DAYS} days. Cash above ${dollars(MAX_CASH)} is lost (MOE-2.12).`,
    `Campaign, ${dollars(STOP_PRICE)} a day: one die a day moves one state. A small state you are not winning gives its token (MOE-6.5).`,
    `Advertise, ${dollars(AD_PRICE)} a day: one die a day moves every state of a region where you campaign this week (MOE-6.5).`,
    `Running mate, free: one die − 1 moves one state (MOE-6.5). Fundraise, free: a die in dollars, ${fundraising()} (MOE-2.10).`,
    `Media, free: ${bonuses()} for 0, 1, 2, 3 days (MOE-2.11). ${order}`,
    `Total: ${SQUARES} (MOE-2.9). Two equal dice: a gaffe, ${-DOUBLES} squares back; three: ${-TRIPLES} (MOE-6.2).`,
    `Safe (${SAFE_FROM} or 5 squares): others can pull the state back only to ${SAFE_FROM - 1} (MOE-6.1). Token: one die for a stop after week ${WEEKS} (MOE-6.9).`,
  ];
}

/** MOE-2.10: `+ 3 for 2 days, + 6 for 3`. */
function fundraising(): string {
  return `+ ${FUNDRAISING_BONUS[2]} for 2 days, + ${FUNDRAISING_BONUS[3]} for 3`;
}

/** MOE-2.9 in a sentence. */
const SQUARES = '3–5, 1 square; 6–10, 2; 11–12, 3; 13 or more, 4';

/** MOE-2.9: the squares of a gaffe. */
const DOUBLES = -2;
const TRIPLES = -4;

/** MOE-2.11: `−1, 0, +1, +2`. */
function bonuses(): string {
  return MEDIA_BONUS.map(signed).join(', ');
}

function lastMinuteFacts({ tokens, party }: Player): string[] {
  return [
    `${leads({ party })} Tokens held: ${tokens.length} (${tokens.join(', ')}).`,
    `Each token is one die, without a bonus and without gaffes (MOE-6.9). Total of a stop: ${SQUARES} (MOE-2.9).`,
    'After the stops, every state that is not safe (4 or 5 squares) takes one final roll, which moves it up to 3 squares to either ' +
      'side (MOE-6.10).',
    'An even state goes to the party on whose side it started (MOE-2.6). On 269 to 269, no one wins (MOE-7.2). A token that you do ' +
      'not use is lost.',
  ];
}

/** Which side the player plays, and how polls are read. */
function leads({ party }: Pick<Player, 'party'>): string {
  const other = otherParty(party);
  return `You lead the ${PARTY_NAMES[party]}: ${party}+2 is good for you, ${other}+2 bad.`;
}

/** The battleground states with what matters for a stop there: `20 votes, D+1, yours`. */
function stateChoices(state: State, player: Player): Choice[] {
  return BOARD.map(({ code, name, votes }) => {
    const own = winnerOf(state.polls[code], state.start[code]) === player.party;
    const facts = [
      counted(votes, 'vote'),
      pollInWords(state.polls[code]),
      own ? 'yours' : 'theirs',
      ...tokenFact(player, code, own),
      ...(state.homes[otherParty(player.party)] === code ? ['their home'] : []),
    ];
    return { value: code, label: name, note: facts.join(', ') };
  });
}

/** MOE-6.5: whether the player holds the token of a small state, or could get it with a stop there. */
function tokenFact({ tokens }: Player, code: Battleground, own: boolean): string[] {
  if (!isSmall(code)) return [];
  if (tokens.includes(code)) return ['token held'];
  return own ? [] : ['gives a token'];
}

function regionChoices(): Choice[] {
  return REGION_IDS.map((region) => ({
    value: region,
    label: REGION_NAMES[region],
    note: REGION_STATES[region].map(({ code }) => code).join(' '),
  }));
}

function capitalChoices(unused: readonly CapitalId[]): Choice[] {
  return unused.map((id) => ({ value: id, label: CAPITAL_NAMES[id], note: CAPITAL_EFFECTS[id] }));
}

/** MOE-4.3: the weekly sheet. Without unused capital there is no section for it. */
function weekSections(state: State, player: Player): SheetSection[] {
  const states = stateChoices(state, player);
  const week: SheetSection = {
    title: 'The week',
    fields: [actionsField(states)],
  };
  if (player.unused.length === 0) return [week];
  const reminder = capitalReminder(state, player);
  const capital: SheetSection = {
    title: 'Political capital',
    ...(reminder === null ? {} : { hint: reminder }),
    fields: capitalFields(player.unused, states),
  };
  return [week, capital];
}

function actionsField(states: Choice[]): RowsField {
  return {
    kind: 'rows',
    name: 'actions',
    label: 'Actions',
    hint: `At most ${numberWord(DAYS)} days in all. One row for each state, for each region, and for the running mate, fundraising and media.`,
    max: MAX_ROWS,
    columns: actionColumns(states),
  };
}

function actionColumns(states: Choice[]): SimpleField[] {
  const blank = 'nothing';
  return [
    {
      kind: 'choice',
      name: 'do',
      label: 'Action',
      choices: ACTION_TYPES.map((type) => ({ value: type, label: ACTION_LABELS[type] })),
      blank,
    },
    {
      kind: 'state',
      name: 'state',
      label: 'State',
      hint: 'For a campaign stop or the running mate.',
      choices: states,
      blank,
    },
    {
      kind: 'choice',
      name: 'region',
      label: 'Region',
      hint: 'For advertising.',
      choices: regionChoices(),
      blank,
    },
    {
      kind: 'integer',
      name: 'days',
      label: 'Days',
      hint: 'For everything but the running mate.',
      min: 1,
      max: MAX_PER_ROW,
      unit: 'days',
    },
    {
      kind: 'flag',
      name: 'cover',
      label: 'Cover',
      hint: 'Spend political capital if this roll is a gaffe.',
    },
  ];
}

/** MOE-9.1.8: only unused capital can be chosen. */
function capitalFields(unused: readonly CapitalId[], states: Choice[]): Field[] {
  const choices = capitalChoices(unused);
  const action: Field = {
    kind: 'choice',
    name: 'capital',
    label: 'This week’s action',
    choices,
    blank: 'nothing',
  };
  const endorse: Field = {
    kind: 'ranking',
    name: 'endorse',
    label: 'Endorsements',
    hint: `Only if Endorsements is your action: up to ${numberWord(MAX_ENDORSED)} states with at most ${MAX_ENDORSED_VOTES} votes in all.`,
    max: MAX_ENDORSED,
    of: 'state',
    choices: states,
    each: 'State',
  };
  const covers: Field = {
    kind: 'ranking',
    name: 'coverWith',
    label: 'Cover gaffes with',
    hint: 'If the roll of a row marked “Cover” is a gaffe, the next of these is spent, and one of the equal dice does not count (MOE-6.4).',
    max: unused.length,
    of: 'choice',
    choices,
    each: 'Cover',
  };
  return unused.includes('endorsements') ? [action, endorse, covers] : [action, covers];
}

/** MOE-4.5: the last-minute sheet. */
function lastMinuteSection(state: State, player: Player): SheetSection {
  return {
    title: 'Last-minute stops',
    hint:
      `You roll one die for each token, up to ${numberWord(MAX_PER_ROW)} in a state. Stops are free, with no bonus and ` +
      'no gaffes. A state that is safe for the other side moves no farther than to the first square on which it is not safe.',
    fields: [
      {
        kind: 'rows',
        name: 'stops',
        label: 'Stops',
        hint: `You hold ${counted(player.tokens.length, 'token')}.`,
        max: MAX_ROWS,
        columns: [
          {
            kind: 'state',
            name: 'state',
            label: 'State',
            choices: stateChoices(state, player),
            blank: 'nowhere',
          },
          { kind: 'integer', name: 'tokens', label: 'Tokens', min: 1, max: MAX_PER_ROW, unit: 'tokens' },
        ],
      },
    ],
  };
}
