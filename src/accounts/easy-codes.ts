import type { Account } from '../database/generated/client.ts';

/** The letters of a name count as easy to guess only from this length on: many codes contain shorter ones. */
const MIN_NAME_LENGTH = 4;

/** What is left of a code without its digits and punctuation must be at least so long to be looked up as a word. */
const MIN_WORD_LENGTH = 4;

/** So many digits or punctuation marks around a word make a code no harder to guess: `superman2024!`. */
const MAX_PADDING = 6;

/** So many characters make no code, however often they are repeated: `abcabcabc`, `19481948`. */
const MAX_UNIT = 4;

/** Words of this game that are on no list of common passwords. */
const OWN_WORDS = ['whistlestop', 'securitycode', 'passwort'];

/** How people disguise letters in passwords. `1` and `!` are read as `i` and as `l`. */
const DISGUISES: Record<string, string> = {
  ...{ '0': 'o', '1': 'i', '!': 'i', '3': 'e', '4': 'a', '@': 'a' },
  ...{ '5': 's', $: 's', '7': 't', '8': 'b', '9': 'g' },
};

/**
 * Whether a security code is one of those that attackers try first: a simple sequence, the name, number or address of
 * its owner, a common password, the name of the server, or one of these with a few digits, in disguise or repeated. A
 * long code that only contains a common word is not.
 * @param code in Unicode normalization form NFKC
 * @param serverName the domain of the server
 */
export async function isEasyToGuess(code: string, owner: Account, serverName: string): Promise<boolean> {
  const letters = withoutSpaces(code);
  return (
    isSequence(letters) ||
    once(letters).length <= MAX_UNIT ||
    containsOwner(letters, owner) ||
    formsOf(letters).some((form) => ownWords(owner, serverName).has(form)) ||
    isCommon(letters)
  );
}

function containsOwner(letters: string, { id, email, name }: Account): boolean {
  const ownName = withoutSpaces(name);
  const personal = [String(id), email, ...([...ownName].length < MIN_NAME_LENGTH ? [] : [ownName])];
  return personal.some((own) => [letters, ...undisguised(letters)].some((form) => form.includes(own)));
}

/** Words that anyone would try for this account: the parts of its name and address, and of the server's domain. */
function ownWords({ name, email }: Account, serverName: string): Set<string> {
  const parts = [name, email, serverName].flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const whole = [serverName, email.split('@')[0] ?? ''].map((text) => withoutMarks(text.toLowerCase()));
  return new Set([...OWN_WORDS, ...parts, ...whole].filter((word) => word.length >= MIN_WORD_LENGTH));
}

async function isCommon(letters: string): Promise<boolean> {
  const common = await commonPasswords();
  return formsOf(letters).some((form) => common.has(form));
}

let loading: Promise<ReadonlySet<string>> | undefined;

/** About 50,000 passwords, most common first. They are read when the first code is chosen, and take 4 MB. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return loading;
}

/** The words that a code may stand for: without what surrounds a word, without disguise, and only once if repeated. */
function formsOf(letters: string): string[] {
  const forms = new Set([letters]);
  // A set that grows is walked to its new end. Each step makes a form shorter or leaves fewer disguises in it.
  for (const form of forms) {
    for (const next of [...unpadded(form), ...undisguised(form), once(form), withoutMarks(form)]) {
      if (next.length >= MIN_WORD_LENGTH) forms.add(next);
    }
  }
  return [...forms];
}

function isLetter(character: string): boolean {
  return /\p{L}/u.test(character);
}

/** Without the digits and punctuation marks at the end, at the beginning, and at both. */
function unpadded(form: string): string[] {
  const characters = [...form];
  const first = characters.findIndex(isLetter);
  const from = first === -1 ? characters.length : first;
  const end = Math.max(from, characters.findLastIndex(isLetter) + 1);
  const before = characters.slice(0, from).join('');
  const word = characters.slice(from, end).join('');
  const after = characters.slice(end).join('');
  if (before.length + after.length > MAX_PADDING) return [];
  return [before + word, word + after, word];
}

function undisguised(form: string): string[] {
  const readings: Record<string, string>[] = [{}, { '1': 'l', '!': 'l' }, { '1': 'l' }, { '!': 'l' }];
  return readings.map((reading) =>
    [...form].map((character) => reading[character] ?? DISGUISES[character] ?? character).join(''),
  );
}

/** `superman` for `supermansuperman`. */
function once(form: string): string {
  return /^(.+?)\1+$/su.exec(form)?.[1] ?? form;
}

function withoutMarks(form: string): string {
  return form.replaceAll(/[^\p{L}\p{N}]/gu, '');
}

function withoutSpaces(text: string): string {
  return text.toLowerCase().replaceAll(/\s/g, '');
}

/** Whether all characters are the same or follow each other in order: `11111111`, `12345678`, `hgfedcba`. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  return steps.size <= 1 && [...steps].every((step) => Math.abs(step) <= 1);
}
