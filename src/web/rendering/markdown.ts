import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../text/escape.ts';

/** A guide as HTML, with what its page needs to know. */
export interface MarkdownPage {
  /** The text of its first heading, which is left out of `html`. */
  title: string;
  html: string;
  /** Its second-level headings, for a list of contents. */
  contents: { id: string; title: string }[];
}

/**
 * Renders one of the project's own guides. Every heading has an id as on GitHub (`#find-a-game`), tables scroll on narrow
 * screens, and HTML in the text is printed, not used.
 * @param linkTo the address of another guide, by its file name; null for one that has no page
 */
export function renderMarkdown(source: string, linkTo: (file: string) => string | null): MarkdownPage {
  const page: MarkdownPage = { title: '', html: '', contents: [] };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        if (depth === 1) {
          page.title = text;
          return '';
        }
        const id = headingId(text);
        if (depth === 2) page.contents.push({ id, title: text });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      html: ({ text }) => escapeHtml(text),
      table(token) {
        const cells = (row: Tokens.TableCell[], tag: string, attributes: string) =>
          row.map((cell) => `<${tag}${attributes}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td', '')}</tr>`).join('');
        return (
          '<div class="scroll" tabindex="0" role="group" aria-label="Table, scrolls sideways"><table>' +
          `<thead><tr>${cells(token.header, 'th', ' scope="col"')}</tr></thead><tbody>${rows}</tbody></table></div>\n`
        );
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = addressOf(href, linkTo);
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image: ({ text }) => escapeHtml(text),
    },
  });
  page.html = marked.parse(source, { async: false });
  return page;
}

/** The id of a heading: its words in lower case with hyphens between them. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/g, '-');
}

/** Where a link leads: within the page, to another guide, or to another site; null if nowhere. */
function addressOf(href: string, linkTo: (file: string) => string | null): string | null {
  if (href.startsWith('#') || href.startsWith('https://')) return href;
  const [file = '', anchor] = href.split('#');
  const address = linkTo(file);
  return address === null || anchor === undefined ? address : `${address}#${anchor}`;
}
