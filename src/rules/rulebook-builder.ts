import type { Cell, Column, Paragraph, Table } from './report.ts';
import type {
  ExampleCase,
  Rule,
  RulebookBlock,
  RulebookFigure,
  RulebookSection,
  RuleList,
  WorkedExample,
} from './rulebook.ts';

/** Short forms for writing rulebooks. A text stands for a paragraph. */
type Written = string | RulebookBlock;

function blockOf(written: Written): RulebookBlock {
  return typeof written === 'string' ? paragraph(written) : written;
}

function paragraph(text: string): Paragraph {
  return { kind: 'paragraph', text };
}

/** A section: what comes before its rules, and the rules. */
export function section(
  number: string,
  title: string,
  { intro = [], rules = [] }: { intro?: Written[]; rules?: Rule[] },
): RulebookSection {
  return { number, title, blocks: intro.map(blockOf), rules };
}

export function rule(number: string, title: string, ...blocks: Written[]): Rule {
  return { number, title, blocks: blocks.map(blockOf) };
}

/** The parts of a rule, numbered from 1: `EY-3.2.1`, `EY-3.2.2`. */
export function parts(of: string, ...texts: string[]): RuleList {
  return { kind: 'list', items: texts.map((text, i) => ({ number: `${of}.${i + 1}`, text })) };
}

/** A plain list. */
export function items(...texts: string[]): RuleList {
  return { kind: 'list', items: texts.map((text) => ({ number: null, text })) };
}

/**
 * A table. A column is aligned right if its label ends with `>`, which is not printed.
 * @param caption printed above the table
 */
export function table(caption: string, labels: string[], rows: Cell[][], note?: string): Table {
  const columns = labels.map(
    (label): Column =>
      label.endsWith('>') ? { label: label.slice(0, -1), align: 'right' } : { label, align: 'left' },
  );
  return {
    ...{ kind: 'table', caption, showCaption: true, columns, rows },
    ...(note === undefined ? {} : { note }),
  };
}

/** The figures of a section of a report. */
export function figuresOf({ blocks }: { blocks: readonly { kind: string }[] }): RulebookFigure[] {
  return blocks.filter((block): block is RulebookFigure => ['map', 'bar', 'chart'].includes(block.kind));
}

/** A worked example and its case. */
export function example(
  title: string,
  proof: ExampleCase,
  ...blocks: (string | Exclude<WorkedExample['blocks'][number], Paragraph>)[]
): WorkedExample {
  return {
    kind: 'example',
    title,
    blocks: blocks.map((block) => (typeof block === 'string' ? paragraph(block) : block)),
    case: proof,
  };
}
