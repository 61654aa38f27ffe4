import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/* docs/style.md forbids some words and phrases. Those that are never right are found here. */

const root = path.resolve(import.meta.dirname, '../..');
/** The page with the rules names what it forbids; the generated client is not ours. */
const EXEMPT = ['docs/style.md', 'src/database/generated/'];

/** "two of which" and the like are plain English. */
const FORBIDDEN =
  /\bwhoever\b|\bwhomever\b|\boneself\b|\bshall\b|\b(?:is|are) to be\b|(?<!\b(?:one|two|three|four|some|each|none|all|most|both) )\bof which\b|\bcounts? no longer\b|\bstay(?:s|ed)? open\b/gi;

/** All texts that people read, and the comments of the code. */
function textFiles(): string[] {
  const inFolders = ['src', 'templates', 'docs'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      path.posix.join(folder, file.split(path.sep).join('/')),
    ),
  );
  return ['README.md', 'CHANGELOG.md', ...inFolders].filter(
    (file) => /\.(ts|js|eta|md)$/.test(file) && !EXEMPT.some((exempt) => file.startsWith(exempt)),
  );
}

/** The forbidden words in a text, also if a line or a comment line breaks between two of them. */
function forbiddenIn(text: string): string[] {
  return [...text.replace(/\s+(?:\*|\/\/\/?|#|-)?\s*/g, ' ').matchAll(FORBIDDEN)].map(([found]) => found);
}

test('no text has a word or phrase that the rules for English forbid', () => {
  const files = textFiles();
  expect(files.length).toBeGreaterThan(700);
  const found = files.flatMap((file) =>
    forbiddenIn(readFileSync(path.join(root, file), 'utf8')).map((phrase) => `${file}: ${phrase}`),
  );
  expect(found).toEqual([]);
});

test('a forbidden phrase is found, also over the end of a comment line', () => {
  expect(forbiddenIn('/**\n * Whoever asks\n */')).toEqual(['Whoever']);
  expect(forbiddenIn('/**\n * The form is\n * to be sent\n */')).toEqual(['is to be']);
  expect(forbiddenIn('three states, two of which she visits')).toEqual([]);
});
