import { isStateCode, type StateCode } from '../../country.ts';
import { CAPITAL, MOST_RESTS, OUTLYING } from '../data/amounts.ts';
import { reach } from '../data/map.ts';
import type { StopRow } from '../orders.ts';
import type { StopRoll } from '../state.ts';
import * as problem from './problems.ts';
import {
  bad,
  type CheckedSheet,
  fieldOf,
  isRecord,
  type Json,
  knownState,
  nameFrom,
  readAmount,
  readChoice,
  readList,
  readName,
  required,
} from './values.ts';

const MOVES = ['roll', 'fly', 'stay'] as const;
const QUESTIONS = ['general', 'state', 'government'] as const;
const OTHERWISE = ['general', 'state'] as const;
const MOST_CHIPS = 6;

/** PTG-5.5: where the sheet itself leads to; `at` is null where that is unknown. */
interface Whereabouts {
  at: StateCode | null;
  rests: number;
}

/** PTG-5.4, PTG-5.5: `stops`. A blank one keeps its place. */
export function readStops(sheet: CheckedSheet, given: Json): (StopRow | null)[] {
  const { state, player } = sheet;
  const value = fieldOf(given, 'stops');
  if (state.phase === 'closing') {
    const isBlank = value === undefined || (Array.isArray(value) && value.every((row) => row === null));
    if (!isBlank) bad(sheet, problem.noStops('stops'));
    return [];
  }
  let place: Whereabouts = { at: player.at, rests: player.rests };
  return readList(sheet, 'stops', value, state.settings.stops).map((row, i) => {
    const stop = readStop(sheet, `stops[${i}]`, row, place, player.rolls[i] ?? null);
    place = stop.leadsTo;
    return stop.row;
  });
}

interface ReadStop {
  row: StopRow | null;
  leadsTo: Whereabouts;
}

function readStop(
  sheet: CheckedSheet,
  path: string,
  entry: unknown,
  place: Whereabouts,
  roll: StopRoll,
): ReadStop {
  const unknown: ReadStop = { row: null, leadsTo: { at: null, rests: 0 } };
  if (entry === null || entry === undefined) return { row: null, leadsTo: staying(place) };
  if (!isRecord(entry)) {
    bad(sheet, problem.wrongType(path, 'a row'));
    return unknown;
  }
  const field = `${path}.move`;
  const read = readName(sheet, field, fieldOf(entry, 'move'));
  if (read === 'bad') return unknown;
  if (read === 'blank') return { row: null, leadsTo: staying(place) };
  if (roll === null) {
    bad(sheet, problem.lostStop(field));
    return { row: null, leadsTo: staying(place) };
  }
  const move = MOVES.find((one) => nameFrom(one) === read.value);
  if (!move) {
    bad(sheet, problem.badChoice(field, MOVES));
    return unknown;
  }
  const points = roll[0] + roll[1];
  if (move === 'stay') {
    checkStay(sheet, field, place, points);
    return { row: readRest(sheet, path, entry, { move, to: null, chip: place.at }), leadsTo: staying(place) };
  }
  const to = readTarget(sheet, `${path}.to`, entry, { move, points, place });
  const row = readRest(sheet, path, entry, { move, to, chip: namedState(entry) });
  return { row, leadsTo: to === null ? unknown.leadsTo : { at: to, rests: to === CAPITAL ? 1 : 0 } };
}

/** PTG-5.5: after a stop that stays, one rest more in DC. */
function staying({ at, rests }: Whereabouts): Whereabouts {
  return { at, rests: at === CAPITAL ? rests + 1 : rests };
}

/** Problems: `cannot-stay`, `must-leave`. */
function checkStay(sheet: CheckedSheet, field: string, { at, rests }: Whereabouts, points: number): void {
  if (at === null) return;
  if (at !== CAPITAL) {
    if (!OUTLYING.includes(at)) bad(sheet, problem.cannotStay(field, at));
  } else if (rests >= MOST_RESTS && sheet.player.debts.length === 0) {
    bad(sheet, problem.mustLeave(field, points, reach(at, points)));
  }
}

/** The state named in `to`, whatever else is wrong with it. */
function namedState(entry: Json): StateCode | null {
  const value = fieldOf(entry, 'to');
  const code = typeof value === 'string' ? nameFrom(value) : '';
  return isStateCode(code) ? code : null;
}

/** Problems: `wrong-type`, `missing`, `unknown-state`, `capital`, `here`, `out-of-reach`. */
function readTarget(
  sheet: CheckedSheet,
  field: string,
  entry: Json,
  { move, points, place }: { move: 'roll' | 'fly'; points: number; place: Whereabouts },
): StateCode | null {
  const name = required(sheet, field, readName(sheet, field, fieldOf(entry, 'to')));
  const to = name === null ? null : knownState(sheet, field, name);
  if (to === null) return null;
  const { at } = place;
  const found = () => {
    if (move === 'fly' && to === CAPITAL) return problem.capital(field, true);
    if (at === null) return null;
    const inReach = reach(at, points);
    if (to === at) return problem.here(field, at, points, inReach);
    if (move === 'fly' || inReach.includes(to)) return null;
    return problem.outOfReach(field, { place: at, to, points }, inReach);
  };
  const wrong = found();
  if (wrong === null) return to;
  bad(sheet, wrong);
  return null;
}

/** PTG-4.6: the fields after `to`. @param chip the chip that an offer would be for, if it is known */
function readRest(
  sheet: CheckedSheet,
  path: string,
  entry: Json,
  { move, to, chip }: { move: StopRow['move']; to: StateCode | null; chip: StateCode | null },
): StopRow {
  return {
    ...{ move, to },
    question: readChoice(sheet, `${path}.question`, fieldOf(entry, 'question'), QUESTIONS) ?? 'general',
    otherwise: readChoice(sheet, `${path}.otherwise`, fieldOf(entry, 'otherwise'), OTHERWISE) ?? 'state',
    offerCash: readAmount(sheet, `${path}.offerCash`, fieldOf(entry, 'offerCash')),
    offerVotes: readAmount(sheet, `${path}.offerVotes`, fieldOf(entry, 'offerVotes')),
    offerChips: readOfferChips(sheet, `${path}.offerChips`, fieldOf(entry, 'offerChips'), chip),
  };
}

/** Problems: `missing`, `unknown-state`, `same-chip`, `duplicate-state`. */
function readOfferChips(
  sheet: CheckedSheet,
  field: string,
  value: unknown,
  chip: StateCode | null,
): StateCode[] {
  const chips: StateCode[] = [];
  for (const [j, entry] of readList(sheet, field, value, MOST_CHIPS).entries()) {
    const at = `${field}[${j}]`;
    const name = required(sheet, at, readName(sheet, at, entry ?? undefined));
    const code = name === null ? null : knownState(sheet, at, name);
    if (code === null) continue;
    if (code === chip) bad(sheet, problem.sameChip(at, code));
    else if (chips.includes(code)) bad(sheet, problem.duplicate(at, 'state', code));
    else chips.push(code);
  }
  return chips.toSorted();
}
