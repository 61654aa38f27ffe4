import { primerBlock, type Rule, type RulebookBlock, type RulebookSection } from '../../rules/rulebook.ts';
import { TEXT_WIDTH, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { exampleLines, primerLines } from '../text/primer.ts';
import { blockLines } from '../text/render-text.ts';
import { creditLine, type PrintedRuleset, sectionTitle } from './rulebook-parts.ts';

/** A rulebook as plain text of at most 78 columns. Each line ends with a line feed, the last one too. */
export function renderRulebookText(ruleset: PrintedRuleset): string {
  const { title, rulebook } = ruleset;
  const { primer, sections } = rulebook;
  const lines = [
    ...wrapText(`${printable(title).toUpperCase()}: THE RULES`),
    ...wrapText(printable(creditLine(ruleset))),
    '='.repeat(TEXT_WIDTH),
    ...heading('The game on one page'),
    ...primerLines(primerBlock(primer)),
    ...heading('Contents'),
    ...sections.map((section) => printable(sectionTitle(section))),
    ...sections.flatMap(sectionLines),
  ];
  return `${lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trimEnd()}\n`;
}

function heading(title: string): string[] {
  const words = printable(title).toUpperCase();
  return ['', '', words, '-'.repeat(Math.min(words.length, TEXT_WIDTH)), ''];
}

function sectionLines(section: RulebookSection): string[] {
  return [
    ...heading(sectionTitle(section)),
    ...bodyLines(section.blocks),
    ...section.rules.flatMap(({ number, title, blocks }: Rule) => [
      ...['', `${number}  ${printable(title)}`, ''],
      ...bodyLines(blocks),
    ]),
  ];
}

function bodyLines(blocks: readonly RulebookBlock[]): string[] {
  return blocks.flatMap((block, i) => [...(i === 0 ? [] : ['']), ...oneBlockLines(block)]);
}

function oneBlockLines(block: RulebookBlock): string[] {
  if (block.kind === 'example') return exampleLines(block);
  if (block.kind !== 'list') return blockLines(block);
  return block.items.flatMap(({ number, text }) =>
    wrapHanging(number === null ? ' * ' : ` ${number}  `, printable(text)),
  );
}
