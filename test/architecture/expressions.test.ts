import path from 'node:path';
import { checkSync } from 'recheck';
import { describe, expect, test } from 'vitest';
import { readModules } from './modules.ts';

/*
 * What people send is searched with regular expressions, and one whose time grows with the square of the text holds up the whole
 * server for a line of 100,000 spaces.
 */

/** Patterns that the checker takes for slow, and why they do no harm. */
const HARMLESS: Record<string, string> = {
  '\\b(?:letter|gm|message|sheet|bounce)-[\\w-]{20,64}@\\w+(?:[.-]+\\w+)*':
    'looks at 64 characters at most behind each of these words',
};

/** Files that put expressions together when they run, and why none of them is slow. */
const COMPUTED: Record<string, string> = {
  'accounts/mailed-next.ts': 'a path of this server, of fixed parts between slashes',
  'mail/inbound/extract-reply.ts': 'begins with fixed words, on lines of limited length',
  'text/hide-addresses.ts': 'an address that is escaped',
  'printouts/drawing/bidi.ts': 'classes of characters that do not overlap',
  'printouts/pads/pad-tables.ts': 'groups of a fixed length',
  'printouts/rulebook/rulebook-html.ts': 'a prefix of the rules of this server, on its own text',
  'rules/sheet-text/closing.ts': 'whole lines of fixed words',
  'rules/sheet-text/read-row.ts': 'words of a label between characters that are no part of words',
  'text/printable.ts': 'single characters',
};

/** The checker would call a match slow that takes a second, as any can on a busy machine. This makes it count steps only. */
const COUNTED = { seedingTimeout: null, incubationTimeout: null, attackTimeout: null, skipRecall: true };

const modules = readModules(path.join(import.meta.dirname, '../../src'));

describe('regular expressions', () => {
  const found = modules.flatMap(({ file, expressions }) => expressions.map((one) => ({ file, ...one })));

  test('need time that grows no faster than the text', () => {
    const slow = found
      .filter(({ pattern }) => HARMLESS[pattern] === undefined)
      .flatMap(({ file, pattern, flags }) => {
        const judged = checkSync(pattern, flags, { timeout: 20_000, ...COUNTED });
        // It gives up on a few that are not slow but large; how many depends on the machine.
        return judged.status === 'vulnerable' ? [`${file}: /${pattern}/ ${judged.complexity.summary}`] : [];
      });
    expect(found.length).toBeGreaterThan(300);
    expect(slow).toEqual([]);
  }, 300_000);

  test('that are excepted still exist', () => {
    const patterns = new Set(found.map(({ pattern }) => pattern));
    expect(Object.keys(HARMLESS).filter((pattern) => !patterns.has(pattern))).toEqual([]);
  });

  test('are put together only where it is known to do no harm', () => {
    const files = modules.filter((one) => one.computedExpressions.length > 0).map(({ file }) => file);
    expect(files).toEqual(Object.keys(COMPUTED).sort());
  });
});
