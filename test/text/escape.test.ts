import fc from 'fast-check';
import { parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { escapeHtml } from '../../src/text/escape.ts';

interface Element {
  attrs: { value: string }[];
  childNodes: { nodeName: string; value?: string }[];
}

describe('escapeHtml', () => {
  test('replaces the five characters that have a meaning in markup', () => {
    expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
      '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
    );
    expect(escapeHtml('&lt;')).toBe('&amp;lt;');
  });

  test('gives text and attributes that are read back as they were', () => {
    const printable = fc.string({ unit: fc.constantFrom(...'<>&"\'ab ;#39ü漢/=') });
    fc.assert(
      fc.property(printable, (text) => {
        const escaped = escapeHtml(text);
        const html = `<b title="${escaped}" lang='${escaped}'>${escaped}</b>`;
        const [element] = parseFragment(html).childNodes as unknown as Element[];
        expect(element?.attrs.map(({ value }) => value)).toEqual([text, text]);
        expect(element?.childNodes.map(({ value }) => value).join('')).toBe(text);
      }),
    );
  });
});
