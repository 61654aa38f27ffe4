import type { Checked, SeatIdentifier } from '../../ruleset.ts';
import { advice } from '../advice.ts';
import { CAPITAL } from '../data/amounts.ts';
import { blankOrders, type Orders } from '../orders.ts';
import { seatsOwing, writtenCount } from '../owing.ts';
import { findPlayer, type State } from '../state.ts';
import * as problem from './problems.ts';
import { readAccept, readAdvice, readAnswers, readHelp } from './questions.ts';
import { readGuesses, readObjections, readPerformances } from './shows.ts';
import { readStops } from './stops.ts';
import {
  bad,
  type CheckedSheet,
  fieldOf,
  isRecord,
  type Json,
  knownState,
  readFlag,
  readList,
  readName,
  readShortText,
  required,
} from './values.ts';

const MOST_HOMES = 8;
const MOST_CARDS = 2;
const LONGEST_PRESS = 200;
const LONGEST_WRITTEN = 60;

/** PTG-5: checks raw orders of any content. Never throws. */
export function check(state: State, seat: SeatIdentifier, raw: unknown): Checked<Orders> {
  const player = findPlayer(state, seat);
  if (!player || !seatsOwing(state).includes(seat)) return { ok: false, problems: [problem.notOwed()] };
  const sheet: CheckedSheet = { state, player, problems: [] };
  const given = raw ?? {};
  if (!isRecord(given)) {
    return { ok: false, problems: [{ field: '', code: 'wrong-type', message: 'This must be an object.' }] };
  }
  const orders: Orders = { ...blankOrders(), ...readPhase(sheet, given) };
  orders.press = readShortText(sheet, 'press', fieldOf(given, 'press'), LONGEST_PRESS);
  if (sheet.problems.length > 0) return { ok: false, problems: sheet.problems };
  return { ok: true, orders, advice: advice(state, seat, orders) };
}

/** PTG-4.8: the fields of the open phase's sheet, in the order of PTG-4.4 to PTG-4.7. */
function readPhase(sheet: CheckedSheet, given: Json): Partial<Orders> {
  const { phase } = sheet.state;
  if (phase === 'home') return { homes: readHomes(sheet, given), discard: readDiscard(sheet, given) };
  if (phase === 'runoff' || phase === 'speed') return { written: readWritten(sheet, given) };
  return {
    answers: readAnswers(sheet, given),
    help: readHelp(sheet, given),
    claimDC: readFlag(sheet, 'claimDC', fieldOf(given, 'claimDC')),
    advice: readAdvice(sheet, given),
    accept: readAccept(sheet, given),
    performances: readPerformances(sheet, given),
    guesses: readGuesses(sheet, given),
    objections: readObjections(sheet, given),
    gerrymander: readGerrymander(sheet, given),
    adjourn: readAdjourn(sheet, given),
    stops: readStops(sheet, given),
  };
}

function readHomes(sheet: CheckedSheet, given: Json): Orders['homes'] {
  const homes: Orders['homes'] = [];
  for (const [i, entry] of readList(sheet, 'homes', fieldOf(given, 'homes'), MOST_HOMES).entries()) {
    const field = `homes[${i}]`;
    const name = required(sheet, field, readName(sheet, field, entry ?? undefined));
    const code = name === null ? null : knownState(sheet, field, name);
    if (code === null) continue;
    if (code === CAPITAL) bad(sheet, problem.capital(field, false));
    else if (homes.includes(code)) bad(sheet, problem.duplicate(field, 'state', code));
    else homes.push(code);
  }
  return homes;
}

function readDiscard(sheet: CheckedSheet, given: Json): string | null {
  const read = readName(sheet, 'discard', fieldOf(given, 'discard'));
  if (typeof read === 'string') return null;
  const { cards } = sheet.player;
  if (!cards.includes(read.value)) bad(sheet, problem.notYours('discard', read.value, cards));
  return read.value;
}

function readGerrymander(sheet: CheckedSheet, given: Json): string[] {
  const { cards } = sheet.player;
  const played: string[] = [];
  const entries = readList(sheet, 'gerrymander', fieldOf(given, 'gerrymander'), MOST_CARDS);
  for (const [i, entry] of entries.entries()) {
    const field = `gerrymander[${i}]`;
    const name = required(sheet, field, readName(sheet, field, entry ?? undefined));
    if (name === null) continue;
    if (!cards.includes(name)) bad(sheet, problem.notYours(field, name, cards));
    else if (played.includes(name)) bad(sheet, problem.duplicate(field, 'card', name));
    else played.push(name);
  }
  return played;
}

function readAdjourn(sheet: CheckedSheet, given: Json): boolean {
  const adjourn = readFlag(sheet, 'adjourn', fieldOf(given, 'adjourn'));
  if (adjourn && sheet.state.phase === 'closing') bad(sheet, problem.noAdjourning('adjourn'));
  return adjourn;
}

/** PTG-4.7: a blank answer keeps its place. */
function readWritten(sheet: CheckedSheet, given: Json): Orders['written'] {
  const most = writtenCount(sheet.state, sheet.player.id);
  return readList(sheet, 'written', fieldOf(given, 'written'), most).map((entry, i) =>
    readShortText(sheet, `written[${i}]`, entry ?? undefined, LONGEST_WRITTEN),
  );
}
