import type { GameOnOnePage } from '../../rules/report.ts';
import { escapePrintable } from './escape-printable.ts';
import { paragraphHtml, tableHtml } from './table.ts';

/** How a primer or an example is written. */
interface Writing {
  /** The beginning of all ids; unique on the page. */
  id: string;
  /** Changes a finished piece of HTML: in a rulebook, rule numbers become links. */
  write?: (html: string) => string;
}

/** The game on one page, with its headings on this level. */
export function primerHtml(
  { parts, example }: GameOnOnePage,
  { id, level, write = (html) => html }: Writing & { level: 3 | 4 },
): string {
  const written = parts.map(({ heading, texts }) => {
    const words = texts.map((text) => write(escapePrintable(text)));
    const body =
      words.length === 1
        ? `<p>${words[0]}</p>`
        : `<ol>${words.map((text) => `<li>${text}</li>`).join('')}</ol>`;
    return `<h${level}>${escapePrintable(heading)}</h${level}>${body}`;
  });
  return `${written.join('')}${exampleHtml(example, { id, write })}`;
}

/** A worked example, apart from the text around it. */
export function exampleHtml(
  { title, blocks }: GameOnOnePage['example'],
  { id, write = (html) => html }: Writing,
): string {
  const body = blocks
    .map((block, i) =>
      write(block.kind === 'table' ? tableHtml(block, `${id}-example-${i}`) : paragraphHtml(block)),
    )
    .join('');
  return (
    `<aside class="worked-example" aria-labelledby="${id}-example">` +
    `<p class="worked-example-title" id="${id}-example"><span>Example</span> ${escapePrintable(title)}</p>${body}</aside>`
  );
}
