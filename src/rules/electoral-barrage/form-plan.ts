import { isStateCode } from '../country.ts';
import { counted } from '../numbers.ts';
import type { SeatIdentifier } from '../ruleset.ts';
import type { Choice, Column, IntegerField, RowsField } from '../sheet.ts';
import {
  AREA_CODES,
  type AreaCode,
  areaName,
  BLANK,
  boardState,
  LIMITS,
  neededIn,
  RANGES,
  SPECIAL_CODES,
} from './data.ts';
import { othersOf, type Player, type State } from './state.ts';

/** All 55 areas, the four that are no states first, each with the roll that it needs. */
const AREA_CHOICES: Choice[] = [...SPECIAL_CODES, ...AREA_CODES.filter(isStateCode)].map((area) => ({
  value: area,
  label: areaName(area),
  note: noteOf(area),
  short: shortOf(area),
}));

function noteOf(area: AreaCode): string {
  const need = `${neededIn(area)} or more`;
  if (!isStateCode(area)) return need;
  const { votes, stars } = boardState(area);
  return `${counted(votes, 'vote')}, ${counted(stars, 'star')}, ${need}`;
}

/** Votes and the roll needed, for a narrow list: `55 EV, 5+`. */
function shortOf(area: AreaCode): string {
  const need = `${neededIn(area)}+`;
  return isStateCode(area) ? `${boardState(area).votes} EV, ${need}` : need;
}

/** EB-5.3: a plan with fewer rows than this many above the number of staffers gets advice. */
const SPARE_ROWS = 3;

/** The other players, to choose from. */
export function otherChoices(state: State, seat: SeatIdentifier): Choice[] {
  return othersOf(state, seat).map((id) => ({ value: id, label: id }));
}

/** EB-4.2: the plan. */
export function planField(state: State, { id, staffers }: Player): RowsField {
  return {
    kind: 'rows',
    name: 'plan',
    label: 'Plan',
    max: LIMITS.plan,
    ranked: { usual: Math.min(LIMITS.plan, staffers + SPARE_ROWS), repeats: true },
    columns: [
      { kind: 'choice', name: 'area', label: 'Area', choices: AREA_CHOICES, blank: '—', hasStates: true },
      whenColumn(),
      tokensColumn('before', 'Before', 'Town hall tokens before the roll, 2 points each. States only.'),
      tokensColumn('after', 'After', 'Most town hall tokens after a miss, 1 point each. States only.'),
      replaceColumn(state, id),
      {
        kind: 'flag',
        name: 'hold',
        label: 'Hold',
        hint: 'Keep your ability for another staffer.',
        rare: true,
      },
    ],
  };
}

function whenColumn(): IntegerField {
  const [min, max] = RANGES.when;
  const hint = '1 is resolved first, 9 last.';
  return {
    kind: 'integer',
    name: 'when',
    label: 'When',
    hint,
    min,
    max,
    unit: 'number',
    ifBlank: BLANK.when,
  };
}

function tokensColumn(name: 'before' | 'after', label: string, hint: string): Column {
  const [min, max] = RANGES[name];
  return { kind: 'integer', name, label, hint, min, max, unit: 'number', rare: true };
}

function replaceColumn(state: State, seat: SeatIdentifier): Column {
  return {
    kind: 'choice',
    rare: true,
    name: 'replace',
    label: 'Replace',
    hint: 'Whose token to replace, or whose staffer to remove in defense.',
    choices: otherChoices(state, seat),
    blank: 'by the rules',
  };
}

/** EB-4.2: the area of a row of `ads`. */
export function adAreaColumn(): Column {
  const words: Choice[] = [
    { value: 'ANY', label: 'Anywhere' },
    { value: 'MINE', label: 'Any state where you have a token' },
  ];
  const choices = [...words, ...AREA_CHOICES.map(({ value, label }) => ({ value, label }))];
  return {
    kind: 'choice',
    name: 'area',
    label: 'From where',
    hint: 'Blank is anywhere.',
    choices,
    blank: '—',
  };
}
