import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';
import { flowedText } from './flowed-text.ts';

/*
 * PostalMime turns all HTML of a mail into text if another part of the mail is text, however long that takes: for `<a href=` a
 * hundred thousand times, an hour. So its text parts are taken as they are, and are converted elsewhere, within
 * limits. It also joins the lines of flowed text without regard to what is quoted, so that is done here. The methods below are not
 * documented; tests tell if another version of the package does not call them.
 */

/** A text of a mail, in one or both of its forms. */
export interface TextPart {
  plain?: string;
  html?: string;
}

type Entry = Partial<Record<'plain' | 'html', readonly { type: string; value: unknown }[]>>;

/** A part of a mail as PostalMime keeps it. */
interface Node {
  contentType: { parsed: { params: Record<string, string | undefined> } };
  getTextContent(): string;
}

class Parser extends PostalMime {
  /** The texts of the mail in their order. Forms of the same text, from which the reader chooses, are one part. */
  readonly parts: TextPart[] = [];

  async collectNode(node: Node, ...more: unknown[]): Promise<void> {
    const { params } = node.contentType.parsed;
    if (/^flowed$/i.test(params.format ?? '')) {
      delete params.format;
      const received = node.getTextContent.bind(node);
      node.getTextContent = () => flowedText(received(), { delSp: /^yes$/i.test(params.delsp ?? '') });
    }
    const collect = (PostalMime.prototype as unknown as Parser).collectNode;
    await collect.call(this, node, ...more);
  }

  renderTextContent(): void {
    const { textMap } = this as unknown as { textMap: ReadonlyMap<unknown, Entry> };
    for (const entry of textMap.values()) {
      const [plain, html] = [wordsOf(entry.plain), wordsOf(entry.html)];
      this.parts.push({ ...(plain !== null && { plain }), ...(html !== null && { html }) });
    }
  }
}

function wordsOf(entries: Entry['plain']): string | null {
  const words = (entries ?? []).flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return words.length === 0 ? null : words.join('\n');
}

/** A parsed mail, with its texts as they were sent: `text` and `html` are missing. */
export interface ParsedMail extends Omit<Email, 'text' | 'html'> {
  parts: readonly TextPart[];
}

/** Parses a mail without converting anything. Returns null if it cannot be parsed. */
export async function parseMail(raw: Uint8Array, options: PostalMimeOptions): Promise<ParsedMail | null> {
  const parser = new Parser(options);
  const email = await parser.parse(raw).catch(() => null);
  return email && { ...email, parts: parser.parts };
}
