import { isStateCode, STATES, stateOf } from '../country.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Field, Note, SheetForm, SheetSection, Tally } from '../sheet.ts';
import { bought } from './campaigning.ts';
import { CONVENTION_TURN, LIMITS, PARTY_MEMBER, phaseName } from './data.ts';
import { runningMates } from './orders.ts';
import { findPlayer, type Player, type State } from './state.ts';

/** All 51 states to choose from, each with its electoral votes and donation number. */
const STATE_CHOICES: Choice[] = STATES.map(({ code, name, electoralVotes, donation }) => ({
  value: code,
  label: name,
  note: `${electoralVotes} votes, $${donation}`,
}));

/** The sheet of a seat for the coming turn (EY-4.2); null if it owes none. */
export function sheet(state: State, seat: SeatIdentifier): SheetForm | null {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return null;
  const turn = state.turn + 1;
  return {
    turn,
    phase: capitalized(phaseName(turn)),
    facts: [
      `Campaign funds: $${player.cash}`,
      `Campaign ability: ${player.ability}. Each dollar spent in a state that you also visit this turn gains ${player.ability} popularity; elsewhere it gains 1.`,
      'Money raised this turn can be spent from the next turn on.',
    ],
    sections: [
      ...(turn === CONVENTION_TURN ? runningMateSection(state, player) : []),
      { title: 'Fund-raising', fields: [tripsField()] },
      { title: 'Campaigning', fields: [campaignField(player)] },
      { title: 'Press', fields: [pressField()] },
    ],
  };
}

/** EY-4.2: on turn 3 only, and only where there is somebody to choose. */
function runningMateSection(state: State, player: Player): SheetSection[] {
  const choices = runningMates(state, player).map(({ id, name, party, votes }) => ({
    value: id,
    label: `${id} ${name}`,
    note: `${PARTY_MEMBER[party]}, ${votes} votes`,
  }));
  if (choices.length === 0) return [];
  const field: Field = {
    kind: 'choice',
    name: 'runningMate',
    label: 'Running mate',
    hint: 'Runs for vice-president if you are nominated for president.',
    choices,
    blank: 'Nobody: the second at the convention',
  };
  return [{ title: 'The convention', fields: [field] }];
}

function tripsField(): Field {
  return {
    kind: 'ranking',
    name: 'fundraising',
    label: 'Fund-raising trips',
    hint: `Up to ${LIMITS.trips} different states. Each state's donation number is shared equally by all who visit it.`,
    max: LIMITS.trips,
    of: 'state',
    choices: STATE_CHOICES,
    each: 'Trip',
  };
}

function campaignField(player: Player): Field {
  return {
    kind: 'rows',
    name: 'campaign',
    label: 'Campaign money',
    hint: `Up to ${LIMITS.campaign} different states; $${player.cash} in all at most.`,
    max: LIMITS.campaign,
    columns: [
      { kind: 'state', name: 'state', label: 'State', choices: STATE_CHOICES, blank: 'No state' },
      { kind: 'integer', name: 'spend', label: 'Dollars', min: 1, max: player.cash, unit: 'dollars' },
    ],
  };
}

function pressField(): Field {
  return {
    kind: 'text',
    name: 'press',
    label: 'Press release',
    hint: `One line of at most ${LIMITS.press} characters, printed under your identifier.`,
    max: LIMITS.press,
  };
}

/** Running figures of a sheet being filled in, whatever it holds. Never throws. */
export function tally(state: State, seat: SeatIdentifier, raw: unknown): Tally {
  const player = findPlayer(state, seat);
  if (player === undefined || state.phase === 'over') return { totals: [], notes: [] };
  const trips = listOf(keyOf(raw, 'fundraising')).map(codeOf);
  const rows = listOf(keyOf(raw, 'campaign')).map((row) => ({
    state: codeOf(keyOf(row, 'state')),
    spend: dollarsOf(keyOf(row, 'spend')),
  }));
  const spent = rows.reduce((sum, { spend }) => sum + spend, 0);
  const notes = trips.flatMap((code, i): Note[] => {
    if (code === null) return [];
    const text = `$${stateOf(code).donation} to be shared among its visitors`;
    return [{ field: `fundraising[${i}]`, text }];
  });
  for (const [i, { state: code, spend }] of rows.entries()) {
    if (code === null || spend === 0) continue;
    const visited = trips.filter((trip) => trip !== null);
    const gained = bought({ state: code, spend }, player.ability, visited);
    const sum = visited.includes(code)
      ? `$${spend} × ${player.ability} = ${gained}`
      : `$${spend} = ${gained}`;
    notes.push({ field: `campaign[${i}]`, text: `${sum} popularity in ${stateOf(code).name}` });
  }
  return {
    totals: [{ label: 'Campaign money', value: spent, limit: player.cash, unit: 'dollars' }],
    notes,
  };
}

function keyOf(value: unknown, key: string): unknown {
  const known = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return known ? (value as Record<string, unknown>)[key] : undefined;
}

/** A sheet has few entries; more than could be judged are not looked at. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, 100) : [];
}

function codeOf(value: unknown) {
  const code = typeof value === 'string' && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : '';
  return isStateCode(code) ? code : null;
}

function dollarsOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
