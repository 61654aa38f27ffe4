import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/* What no file of the server may contain. */

const root = path.resolve(import.meta.dirname, '../../src');

/** Every source file with its text, without the generated ones. */
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => /\.[jt]s$/.test(file) && !file.startsWith('database/generated/'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

/** The files in which this occurs, with what was found. */
function found(pattern: RegExp, among = files): string[] {
  return among.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

test('there are files to look at', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(found(/createHash\('sha256'\)/g).length).toBeGreaterThan(5);
});

describe('the server', () => {
  test('hashes with SHA-256 and argon2id alone', () => {
    expect(found(/create(?:Hash|Hmac)\((?!'sha256')[^)]*\)/g)).toEqual([]);
    expect(found(/\b(?:pbkdf2|scrypt|createCipheriv|createSign)\w*\(/g)).toEqual([]);
  });

  test('draws no number that could be guessed', () => {
    expect(found(/Math\.random/g)).toEqual([]);
  });

  test('runs no text as code', () => {
    expect(found(/\beval\(|new Function\(|node:vm|setTimeout\('/g)).toEqual([]);
  });

  test('starts only the programs of PostgreSQL and its own, without a shell', () => {
    expect(found(/shell: true|\bexec(?:Sync)?\(`/g)).toEqual([]);
    const importers = files.filter(({ text }) => text.includes('node:child_process')).map(({ file }) => file);
    expect(importers.every((file) => /^(database\/embedded|operations\/backup|isolation)\//.test(file))).toBe(
      true,
    );
  });

  test('reads no XML, and fetches nothing but its own health page', () => {
    expect(found(/from '[^']*xml[^']*'/gi)).toEqual([]);
    const fetching = files.filter(({ text }) => /\bfetch\(/.test(text)).map(({ file }) => file);
    expect(fetching.filter((file) => !/^(web\/static|cli)\//.test(file))).toEqual([]);
  });
});

test('addresses that people type are called from one file', () => {
  const calling = files.filter(({ text }) =>
    /'node:https'|'node:http2'|\bhttps?\.(?:request|get)\(/.test(text),
  );
  expect(calling.map(({ file }) => file)).toEqual(['outgoing/call-address.ts']);
});

describe('the scripts of the pages', () => {
  const scripts = files.filter(({ file }) => file.startsWith('web/static/'));

  test('write text, never HTML', () => {
    expect(scripts.length).toBeGreaterThan(2);
    expect(found(/innerHTML|outerHTML|insertAdjacentHTML|document\.write/g, scripts)).toEqual([]);
    // The slider takes the map of another turn from the page of that turn, which this server has rendered.
    const parsing = scripts.filter(({ text }) => text.includes('DOMParser'));
    expect(parsing.map(({ file }) => file)).toEqual(['web/static/printout-turns.js']);
  });

  test('listen to no other page, and keep nothing but drafts', () => {
    expect(found(/postMessage|addEventListener\('message'|document\.cookie|indexedDB/g, scripts)).toEqual([]);
    const storing = scripts.filter(({ text }) => /localStorage|sessionStorage/.test(text));
    expect(storing.map(({ file }) => file)).toEqual(['web/static/sheet-draft.js']);
  });
});
