import type { AdviceRow, AnswerRow, HelpRow, Price } from '../orders.ts';
import { labelsOf, offersTo } from '../pending.ts';
import * as problem from './problems.ts';
import {
  bad,
  type CheckedSheet,
  fieldOf,
  type Json,
  readAmount,
  readChip,
  readLetter,
  readList,
  readName,
  readOther,
  readRows,
  required,
} from './values.ts';

const MOST_ANSWERS = 4;
const MOST_HELP = 4;
const MOST_ADVICE = 6;
const MOST_ACCEPTED = 8;

/** PTG-5.4: `answers`. */
export function readAnswers(sheet: CheckedSheet, given: Json): AnswerRow[] {
  const seen: string[] = [];
  return readRows(sheet, given, { field: 'answers', most: MOST_ANSWERS }, (path, row) => {
    const question = readOwnLabel(sheet, `${path}.question`, row);
    if (question !== null && seen.includes(question)) {
      bad(sheet, problem.duplicate(`${path}.question`, 'question', question));
    }
    if (question !== null) seen.push(question);
    const answer = readLetter(sheet, `${path}.answer`, fieldOf(row, 'answer'));
    return question !== null && answer !== null ? [{ question, answer }] : [];
  });
}

/** PTG-5.4: `help`. */
export function readHelp(sheet: CheckedSheet, given: Json): HelpRow[] {
  const seen: string[] = [];
  return readRows(sheet, given, { field: 'help', most: MOST_HELP }, (path, row) => {
    const question = readOwnLabel(sheet, `${path}.question`, row);
    const from = readOther(sheet, `${path}.from`, fieldOf(row, 'from'));
    const pair = `${question} ${from}`;
    if (question !== null && from !== null) {
      if (seen.includes(pair)) bad(sheet, problem.duplicate(`${path}.from`, 'player', from));
      seen.push(pair);
    }
    const price = readPrice(sheet, path, row);
    return question !== null && from !== null ? [{ question, from, ...price }] : [];
  });
}

/** PTG-5.4: `advice`. */
export function readAdvice(sheet: CheckedSheet, given: Json): AdviceRow[] {
  const { state, player } = sheet;
  const own = labelsOf(player);
  const others = state.players.filter((one) => one !== player).flatMap(labelsOf);
  const seen: string[] = [];
  return readRows(sheet, given, { field: 'advice', most: MOST_ADVICE }, (path, row) => {
    const field = `${path}.question`;
    const label = required(sheet, field, readName(sheet, field, fieldOf(row, 'question')));
    if (label !== null) {
      if (own.includes(label)) bad(sheet, problem.ownQuestion(field, label));
      else if (!others.includes(label)) bad(sheet, problem.noQuestion(field, label, false, others));
      else if (seen.includes(label)) bad(sheet, problem.duplicate(field, 'question', label));
      else seen.push(label);
    }
    const answer = readLetter(sheet, `${path}.answer`, fieldOf(row, 'answer'));
    const price = readPrice(sheet, path, row);
    return label !== null && answer !== null ? [{ question: label, answer, ...price }] : [];
  });
}

/** PTG-5.4: `accept`. A label that was refused because of another offer for the same chip is still named. */
export function readAccept(sheet: CheckedSheet, given: Json): string[] {
  const offers = offersTo(sheet.state, sheet.player.id);
  const open = offers.map(({ label }) => label);
  const accepted: typeof offers = [];
  const named = new Set<string>();
  const entries = readList(sheet, 'accept', fieldOf(given, 'accept'), MOST_ACCEPTED);
  for (const [i, entry] of entries.entries()) {
    const field = `accept[${i}]`;
    const name = required(sheet, field, readName(sheet, field, entry ?? undefined));
    if (name === null) continue;
    const offer = offers.find(({ label }) => label === name);
    const rival = accepted.find(({ pending }) => pending.state === offer?.pending.state);
    if (!offer) bad(sheet, problem.noOffer(field, name, open));
    else if (named.has(name)) bad(sheet, problem.duplicate(field, 'offer', name));
    else if (rival) bad(sheet, problem.twoForOne(field, rival.label, rival.pending.state));
    else accepted.push(offer);
    named.add(name);
  }
  return accepted.map(({ label }) => label);
}

/** The label of one of the player's own questions. Problems: `wrong-type`, `missing`, `no-question`. */
function readOwnLabel(sheet: CheckedSheet, field: string, row: Json): string | null {
  const label = required(sheet, field, readName(sheet, field, fieldOf(row, 'question')));
  if (label === null) return null;
  const labels = labelsOf(sheet.player);
  if (labels.includes(label)) return label;
  bad(sheet, problem.noQuestion(field, label, true, labels));
  return null;
}

function readPrice(sheet: CheckedSheet, path: string, row: Json): Price {
  const cash = readAmount(sheet, `${path}.cash`, fieldOf(row, 'cash'));
  const votes = readAmount(sheet, `${path}.votes`, fieldOf(row, 'votes'));
  const chip = readChip(sheet, `${path}.chip`, fieldOf(row, 'chip'));
  return { cash, votes, chip };
}
