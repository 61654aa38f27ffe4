import { KINDS, type Kind, type Question } from './record.ts';

/*
 * Editions of a bank (PTG-2.9): a printed bank is never edited, so a bank without some of its questions is another bank. Its
 * name says which one it is: `house-1 without house-g-017 house-v-003`.
 */

const WITHOUT = ' without ';

/** The name of the bank from which an edition was made; a bank that is no edition has its own name. */
export function baseOf(name: string): string {
  const at = name.indexOf(WITHOUT);
  return at < 0 ? name : name.slice(0, at);
}

/**
 * The name of a bank without the retired questions. Of each kind at most half of the questions are retired, the first ones
 * given, so that every game has enough to ask. Ids that are not in the bank do not count.
 */
export function editionName(
  bank: string,
  questions: readonly Question[],
  retired: readonly string[],
): string {
  const kinds = new Map(questions.map(({ id, kind }) => [id, kind]));
  const room = new Map(KINDS.map((kind) => [kind, Math.floor(countOf(questions, kind) / 2)]));
  const out = new Set<string>();
  for (const id of new Set(retired)) {
    const kind = kinds.get(id);
    const most = kind === undefined ? 0 : (room.get(kind) ?? 0);
    if (kind === undefined || most === 0) continue;
    room.set(kind, most - 1);
    out.add(id);
  }
  const ids = questions.map(({ id }) => id).filter((id) => out.has(id));
  return ids.length === 0 ? bank : `${bank}${WITHOUT}${ids.join(' ')}`;
}

function countOf(questions: readonly Question[], kind: Kind): number {
  return questions.filter((question) => question.kind === kind).length;
}

/**
 * The questions of a bank under the name of one of its editions, or all under its own name. Undefined if the name is not
 * as `editionName` writes it.
 */
export function editionOf(questions: readonly Question[], name: string): readonly Question[] | undefined {
  const base = baseOf(name);
  if (base === name) return questions;
  const ids = name.slice(base.length + WITHOUT.length).split(' ');
  if (editionName(base, questions, ids) !== name) return undefined;
  const out = new Set(ids);
  return questions.filter(({ id }) => !out.has(id));
}
