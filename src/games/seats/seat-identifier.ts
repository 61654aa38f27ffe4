import { normalized } from '../../text/normalized.ts';

/** Letters that Unicode does not decompose into a Latin letter and an accent. */
const LATIN: Record<string, string> = {
  Æ: 'A',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ł: 'L',
  Ŋ: 'N',
  Ø: 'O',
  Œ: 'O',
  ẞ: 'S',
  Þ: 'T',
  Ŧ: 'T',
};
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Whether a text is two or three capital letters, as seat identifiers are in every ruleset. */
export function isIdentifier(text: string): boolean {
  return /^[A-Z]{2,3}$/.test(text);
}

/** Chooses the identifier of a new seat: the name's initials, or a similar one if they are taken in the game. */
export function chooseIdentifier(name: string, taken: ReadonlySet<string>): string {
  const free = candidates(name).find((candidate) => isIdentifier(candidate) && !taken.has(candidate));
  if (free === undefined) throw new Error('Every identifier of two letters is taken.');
  return free;
}

function candidates(name: string): string[] {
  const words = wordsOf(name);
  const initials = words.map((word) => word[0]).join('');
  const first = initials.slice(0, 1) || 'X';
  const letters = words.join('').slice(1);
  const initialsFirst = initials.length > 3 ? [`${initials.slice(0, 2)}${initials.at(-1)}`] : [initials];
  return [
    ...initialsFirst,
    ...[...letters].map((letter) => first + letter),
    ...[...ALPHABET].map((letter) => first + letter),
    ...[...ALPHABET].flatMap((left) => [...ALPHABET].map((right) => left + right)),
  ];
}

/** The name's words in capital Latin letters, without words in other scripts. */
function wordsOf(name: string): string[] {
  return normalized(name.toUpperCase(), 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ÆÐĐĦŁŊØŒẞÞŦ]/g, (letter) => LATIN[letter] as string)
    .split(/[^\p{L}]+/u)
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '');
}
