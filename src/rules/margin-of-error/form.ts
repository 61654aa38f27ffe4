import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, RowsField, SheetForm, SheetSection, SimpleField } from '../sheet.ts';
import {
  BOARD,
  CAPITAL_EFFECTS,
  CAPITAL_NAMES,
  type CapitalId,
  MAX_DAYS,
  MAX_ROWS,
  MOST_ENDORSED,
  MOST_ENDORSED_VOTES,
  REGION_IDS,
  REGION_NAMES,
  STATES_OF,
} from './data.ts';
import { DEEDS, type Deed } from './orders.ts';
import { owingPlayers, type Player, type State } from './state.ts';

const DEED_LABELS: Record<Deed, string> = {
  campaign: 'Campaign',
  vp: 'Running mate',
  advertise: 'Advertise',
  fundraise: 'Fundraise',
  media: 'Media',
};

/** What the phase is called on sheets and pages. */
export function phaseName(state: State): string {
  if (state.phase === 'over') return 'The end';
  return state.phase === 'last-minute' ? 'Last minute' : `Week ${state.week} of 9`;
}

/** MOE-9.1.8: a seat's sheet for the coming turn; null if it owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = owingPlayers(state).find((owing) => owing.id === seat);
  if (player === undefined) return null;
  const facts = state.phase === 'week' ? weekFacts(state, player) : lastMinuteFacts(player);
  const sections = state.phase === 'week' ? weekSections(player) : [lastMinuteSection(player)];
  return { turn: state.turn + 1, phase: phaseName(state), facts, sections };
}

function weekFacts(state: State, player: Player): string[] {
  const facts = [`$${player.cash} in hand, 7 days.`];
  if (state.players.length > 1) {
    facts.push('Rows are played in this order. Media days help only rows below.');
  } else {
    facts.push('Media comes first, then fundraising, then stops in the order of the rows, then advertising.');
  }
  return facts;
}

function lastMinuteFacts(player: Player): string[] {
  return [`Tokens held: ${player.tokens.length} (${player.tokens.join(', ')}).`];
}

function stateChoices(): Choice[] {
  return BOARD.map(({ code, name, votes }) => ({ value: code, label: name, note: `${votes} votes` }));
}

function regionChoices(): Choice[] {
  return REGION_IDS.map((region) => ({
    value: region,
    label: REGION_NAMES[region],
    note: STATES_OF[region].map(({ code }) => code).join(' '),
  }));
}

function capitalChoices(unused: readonly CapitalId[]): Choice[] {
  return unused.map((id) => ({ value: id, label: CAPITAL_NAMES[id], note: CAPITAL_EFFECTS[id] }));
}

/** MOE-4.3. */
function weekSections(player: Player): SheetSection[] {
  const sections: SheetSection[] = [
    {
      title: 'The week',
      hint:
        'At most 7 days in all. A stop costs $1 a day, advertising $5 a day in a region where you also ' +
        'campaign. One die a day; two or three days that show the same number are a gaffe.',
      fields: [actionsField()],
    },
  ];
  const capital = capitalFields(player.unused);
  if (capital.length > 0) {
    sections.push({
      title: 'Political capital',
      hint: 'Each piece is good for one use in the game: as the week’s action or to cover a gaffe.',
      fields: capital,
    });
  }
  return sections;
}

function actionsField(): RowsField {
  return {
    kind: 'rows',
    name: 'actions',
    label: 'Actions',
    hint: 'One row for each state, each region, the running mate, fundraising and media.',
    max: MAX_ROWS,
    columns: actionColumns(),
  };
}

function actionColumns(): SimpleField[] {
  const blank = 'nothing';
  const deeds = DEEDS.map((deed) => ({ value: deed, label: DEED_LABELS[deed] }));
  const toVisit = 'To campaign in, or for the running mate.';
  const toDays = 'All but the running mate.';
  const toCover = 'Spend political capital if this roll is a gaffe.';
  const days = { min: 1, max: MAX_DAYS, unit: 'days' } as const;
  return [
    { kind: 'choice', name: 'do', label: 'Do', choices: deeds, blank },
    { kind: 'state', name: 'state', label: 'State', hint: toVisit, choices: stateChoices(), blank },
    {
      kind: 'choice',
      name: 'region',
      label: 'Region',
      hint: 'To advertise in.',
      choices: regionChoices(),
      blank,
    },
    { kind: 'integer', name: 'days', label: 'Days', hint: toDays, ...days },
    { kind: 'flag', name: 'cover', label: 'Cover', hint: toCover },
  ];
}

/** Only what is unused is offered; with nothing left there is no such section. */
function capitalFields(unused: readonly CapitalId[]): Field[] {
  if (unused.length === 0) return [];
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
    hint: `Only with Endorsements as the action: up to three states, together ${MOST_ENDORSED_VOTES} votes or less.`,
    max: MOST_ENDORSED,
    of: 'state',
    choices: stateChoices(),
    each: 'State',
  };
  const covers: Field = {
    kind: 'ranking',
    name: 'coverWith',
    label: 'Cover gaffes with',
    hint: 'Spent in this order on rows marked “Cover”; one piece sets one die aside.',
    max: unused.length,
    of: 'choice',
    choices,
    each: 'Cover',
  };
  return unused.includes('endorsements') ? [action, endorse, covers] : [action, covers];
}

/** MOE-4.5. */
function lastMinuteSection(player: Player): SheetSection {
  return {
    title: 'Last-minute stops',
    hint:
      'One die a token, up to three in a state: no bonus, no gaffe, no cost. ' +
      'A safe state gives up its safety at most.',
    fields: [
      {
        kind: 'rows',
        name: 'stops',
        label: 'Stops',
        hint: `Together at most the ${player.tokens.length} tokens you hold.`,
        max: MAX_ROWS,
        columns: [
          { kind: 'state', name: 'state', label: 'State', choices: stateChoices(), blank: 'nowhere' },
          { kind: 'integer', name: 'tokens', label: 'Tokens', min: 1, max: MAX_DAYS, unit: 'tokens' },
        ],
      },
    ],
  };
}
