import type { Choice } from '../sheet.ts';
import { folded } from './fold.ts';

/** The fewest letters by which a choice is recognized without the rest of its label. */
const MIN_PREFIX = 4;

/** The most words of one choice. */
const MAX_WORDS = 12;

/** The most words of a part of a list that are read one by one. */
const MAX_LIST_WORDS = 100;

/** The choices of a field by what people call them. */
interface ChoiceIndex {
  byName: Map<string, Choice[]>;
  labels: { text: string; choice: Choice }[];
}

/** Each list of choices is read many times, word by word. */
const indexes = new WeakMap<readonly Choice[], ChoiceIndex>();

function indexOf(choices: readonly Choice[]): ChoiceIndex {
  const known = indexes.get(choices);
  if (known !== undefined) return known;
  const byName = new Map<string, Choice[]>();
  for (const choice of choices) {
    for (const name of new Set(namesOf(choice))) byName.set(name, [...(byName.get(name) ?? []), choice]);
  }
  const index = { byName, labels: choices.map((choice) => ({ text: folded(choice.label), choice })) };
  indexes.set(choices, index);
  return index;
}

/**
 * The choice that a text names: by its value, its label, both together, or the beginning of its label if no other label
 * begins so. Null if there is none, or more than one.
 */
export function choiceIn(text: string, choices: readonly Choice[]): Choice | null {
  const typed = folded(text);
  if (typed === '') return null;
  const { byName, labels } = indexOf(choices);
  const exact = byName.get(typed) ?? [];
  if (exact.length > 0) return exact.length === 1 ? (exact[0] ?? null) : byValue(exact, typed);
  if (typed.length < MIN_PREFIX) return null;
  const begun = labels.filter((one) => one.text.startsWith(typed));
  return begun.length === 1 ? (begun[0]?.choice ?? null) : null;
}

function byValue(choices: readonly Choice[], typed: string): Choice | null {
  const found = choices.filter(({ value }) => folded(value) === typed);
  return found.length === 1 ? (found[0] ?? null) : null;
}

function namesOf({ value, label, note, short, phrase }: Choice): string[] {
  const names = [
    value,
    label,
    `${value} ${label}`,
    `${label} ${note ?? ''}`,
    `${value} ${label} ${note ?? ''}`,
  ];
  return [...names, ...(short === undefined ? [] : [`${value} ${short}`]), phrase ?? ''].map(folded);
}

/** A choice as it is written: by its label if that is read as the same choice, else by its value. States have codes. */
export function choiceText({ value, label }: Choice, choices: readonly Choice[]): string {
  const isCode = /^[A-Z]{2,3}$/.test(value);
  const isPlain = !/[,;|:=\n]/.test(label) && choiceIn(label, choices)?.value === value;
  return !isCode && isPlain ? label : value;
}

/**
 * The entries of a list on one line, with commas, semicolons or only spaces between them: `CA, Texas and NY`. A choice
 * is given by its value; what is none stays as it was typed.
 */
export function listIn(text: string, choices: readonly Choice[]): string[] {
  const ambiguous = ambiguousPlace(text, choices);
  if (ambiguous !== null) return [ambiguous];
  return text
    .split(/[,;|\t\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .flatMap((part) => {
      const whole = choiceIn(part, choices);
      return whole === null ? (choicesInWords(part, choices) ?? [part]) : [whole.value];
    });
}

/** “Washington, DC”, if a list may have Washington and the District of Columbia: some write so for one, and some for both. */
function ambiguousPlace(text: string, choices: readonly Choice[]): string | null {
  const found = /\bwashington\s{0,9},?\s{0,9}d\.?\s?c\b/i.exec(text)?.[0];
  return found !== undefined && choiceIn('WA', choices) !== null && choiceIn('DC', choices) !== null
    ? found
    : null;
}

/** The number in front of an entry: `1.` or `2)`. */
const LIST_NUMBER = /^\d{1,2}[.)]$/;

/** Words of English that are codes of states, too. In small letters beside a code in capitals they are words. */
const ENGLISH_WORDS = new Set(['hi', 'in', 'me', 'oh', 'ok']);

/** Whether a word of several may be a word of English and no choice: “CA or NY”, “NY ok”. */
function isEnglish(word: string, words: readonly string[]): boolean {
  if (words.length === 1) return false;
  return word === 'or' || (ENGLISH_WORDS.has(word) && words.some((other) => /\p{Lu}/u.test(other)));
}

/** The choices that a text is made of, word by word, the longest first; null if some of it is no choice. */
function choicesInWords(text: string, choices: readonly Choice[]): string[] | null {
  const isNumber = (word: string) => LIST_NUMBER.test(word) && choiceIn(word, choices) === null;
  const words = text.split(/\s+/).filter((word) => !/^(?:and|&|\+)$/i.test(word) && !isNumber(word));
  if (words.length > MAX_LIST_WORDS) return null;
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const match = longestAt(words, at, choices);
    if (match === null || (match.length === 1 && isEnglish(words[at] as string, words))) return null;
    found.push(match.choice.value);
    at += match.length;
  }
  return found.length > 0 ? found : null;
}

function longestAt(
  words: readonly string[],
  at: number,
  choices: readonly Choice[],
): { choice: Choice; length: number } | null {
  for (let length = Math.min(MAX_WORDS, words.length - at); length > 0; length -= 1) {
    const choice = choiceIn(words.slice(at, at + length).join(' '), choices);
    if (choice !== null) return { choice, length };
  }
  return null;
}
