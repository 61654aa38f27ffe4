import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import type { Paper } from '../../../src/printouts/pdf/page.ts';
import { renderRulebookHtml } from '../../../src/printouts/rulebook/rulebook-html.ts';
import { sectionTitle } from '../../../src/printouts/rulebook/rulebook-parts.ts';
import { layOutRulebook, renderRulebookPdf } from '../../../src/printouts/rulebook/rulebook-pdf.ts';
import { renderRulebookText } from '../../../src/printouts/rulebook/rulebook-text.ts';
import { RULESETS } from '../../../src/rules/catalog.ts';
import { ruleNumbers, workedExamples } from '../../../src/rules/rulebook.ts';
import type { Ruleset } from '../../../src/rules/ruleset.ts';
import { layoutProblems, textsOf } from '../page-checks.ts';
import { attributeOf, nodesIn, parseHtml, textIn } from '../parse-html.ts';
import { readPdf } from '../read-pdf.ts';

const rulesets = Object.values(RULESETS as Record<string, Ruleset>);
const titled = rulesets.map((ruleset) => [ruleset.title, ruleset] as const);

describe.each(titled)('the rulebook of %s as HTML', (_, ruleset) => {
  const html = renderRulebookHtml(ruleset);
  const nodes = nodesIn(parseHtml(html.primer + html.sections));
  const ids = nodes.flatMap((node) => attributeOf(node, 'id') ?? []);

  test('has an anchor for every rule, and each id once', () => {
    expect(ids).toEqual(expect.arrayContaining([...ruleNumbers(ruleset.rulebook)]));
    expect(new Set(ids).size).toBe(ids.length);
    const listed = html.contents.flatMap(({ number, rules }) => [
      number,
      ...rules.map((rule) => rule.number),
    ]);
    expect(ids).toEqual(expect.arrayContaining(listed));
  });

  test('links the rules that its text names, and only to anchors that exist', () => {
    const links = nodes.flatMap((node) => (node.nodeName === 'a' ? (attributeOf(node, 'href') ?? []) : []));
    expect(links.length).toBeGreaterThan(40);
    for (const link of links) expect(ids).toContain(link.slice(1));
    const plain = nodes
      .filter((node) => node.nodeName === 'p')
      .flatMap((node) => node.childNodes ?? [])
      .filter((node) => node.nodeName === '#text')
      .map(textIn);
    expect(plain.filter((text) => new RegExp(`\\b${ruleset.prefix}-\\d`).test(text))).toEqual([]);
  });

  test('has no scripts and no styles, and refers only to ids that exist', () => {
    const names = new Set(nodes.map((node) => node.nodeName));
    for (const name of ['script', 'style', 'img', 'iframe']) expect(names).not.toContain(name);
    const attributes = nodes.flatMap((node) => node.attrs ?? []);
    expect(attributes.filter(({ name }) => name === 'style' || name.startsWith('on'))).toEqual([]);
    const referenced = attributes.flatMap(({ name, value }) => {
      if (name === 'aria-labelledby' || name === 'aria-describedby') return [value];
      const pattern = /^url\(#(.*)\)$/.exec(value)?.[1];
      return name === 'fill' && pattern !== undefined ? [pattern] : [];
    });
    expect(referenced.length).toBeGreaterThan(10);
    expect(ids).toEqual(expect.arrayContaining(referenced));
  });
});

describe.each(titled)('the rulebook of %s as PDF', (_, ruleset) => {
  test.each<Paper>(['letter', 'a4'])('fits on %s, with the primer alone on the first page', (paper) => {
    const { pages } = layOutRulebook(ruleset, paper);
    expect(layoutProblems(pages, paper)).toEqual([]);
    const words = (page: number) =>
      textsOf(pages[page] as (typeof pages)[number])
        .map(({ text }) => text)
        .join(' ');
    expect(pages[0]?.bookmarks).toEqual(['The game on one page']);
    expect(words(0)).toContain(ruleset.rulebook.primer.example.title);
    expect(pages[1]?.bookmarks[0]).toBe('Contents');
    // Every section is on the page that the contents name.
    for (const section of ruleset.rulebook.sections) {
      const title = sectionTitle(section);
      const page = pages.findIndex(({ bookmarks }) => bookmarks.includes(title)) + 1;
      expect(page, title).toBeGreaterThan(1);
      expect(words(1)).toContain(`${title} ${page}`);
    }
  });

  test('is tagged and has every rule, and comes out the same each time', async () => {
    const bytes = await renderRulebookPdf(ruleset, 'letter');
    expect(await renderRulebookPdf(ruleset, 'letter')).toEqual(bytes);
    const { pages, roles, outline, info } = await readPdf(bytes);
    expect(info.Title).toBe(`${ruleset.title}: the rules`);
    expect(outline).toEqual([
      ...['The game on one page', 'Contents'],
      ...ruleset.rulebook.sections.map(sectionTitle),
    ]);
    expect(new Set(roles.flat())).toEqual(
      new Set([
        'Root',
        'Document',
        'Sect',
        'H1',
        'H2',
        'H3',
        'P',
        'L',
        'LI',
        'Table',
        'Caption',
        'TR',
        'TH',
        'TD',
        'Figure',
      ]),
    );
    const words = pages.join(' ');
    for (const { rules } of ruleset.rulebook.sections) {
      for (const { number } of rules) expect(words).toContain(number);
    }
    for (const { title } of workedExamples(ruleset.rulebook)) expect(words).toContain(title);
  });
});

test.each(titled)(
  'the rulebook of %s as text has every rule in lines of at most 78 columns',
  (_, ruleset) => {
    const text = renderRulebookText(ruleset);
    const lines = text.split('\n');
    expect(lines.filter((line) => stringWidth(line) > 78)).toEqual([]);
    expect(lines.filter((line) => line !== line.trimEnd())).toEqual([]);
    for (const { number, rules } of ruleset.rulebook.sections) {
      expect(text).toContain(`\n${number.split('-')[1]}. `);
      for (const rule of rules) expect(text).toContain(`\n${rule.number}  `);
    }
    for (const { title } of workedExamples(ruleset.rulebook)) expect(text).toContain(`| Example: ${title}`);
  },
);
