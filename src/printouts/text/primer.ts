import type { GameOnOnePage } from '../../rules/report.ts';
import { TEXT_WIDTH, wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';
import { tableLines } from './table.ts';

/** The game on one page. It begins with a blank line. */
export function primerLines({ parts, example }: GameOnOnePage): string[] {
  return [
    ...parts.flatMap(({ heading, texts }) => ['', printable(heading), '', ...textLines(texts)]),
    ...exampleLines(example),
  ];
}

function textLines(texts: readonly string[]): string[] {
  if (texts.length === 1) return wrapText(printable(texts[0] ?? ''));
  return texts.flatMap((text, i) => wrapHanging(`${i + 1}. `, printable(text)));
}

/** An example with a bar on its left, so that readers see where it ends. */
export function exampleLines({ title, blocks }: GameOnOnePage['example']): string[] {
  const width = TEXT_WIDTH - 2;
  const inner = blocks.flatMap((block) => [
    '',
    ...(block.kind === 'table' ? tableLines(block, width) : wrapText(printable(block.text), width)),
  ]);
  const lines = [...wrapText(`Example: ${printable(title)}`, width), ...inner];
  return ['', ...lines.map((line) => `| ${line}`.trimEnd()), ''];
}
