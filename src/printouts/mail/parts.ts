import { escapePrintable } from '../html/escape-printable.ts';
import { PALETTE } from '../palette.ts';

// Pieces of HTML for mail programs. Many of these programs know neither style sheets nor anything newer than tables.

/** The style of tables and small print, for an attribute. */
export const SMALL_FONT = 'font-family:Helvetica,Arial,sans-serif;font-size:13px;line-height:17px';

/** The heading of a section. */
export function heading(text: string): string {
  return (
    `<h2 style="margin:28px 0 10px;font-family:'League Gothic','Arial Narrow',Georgia,serif;font-size:23px;` +
    `line-height:28px">${escapePrintable(text)}</h2>`
  );
}

/** The heading of a table or of a part of a section. */
export function subheading(text: string): string {
  return `<p style="${SMALL_FONT};margin:14px 0 4px"><b>${escapePrintable(text)}</b></p>`;
}

export function smallPrint(text: string): string {
  return `<p style="${SMALL_FONT};margin:4px 0 14px;color:${PALETTE.quiet}">${escapePrintable(text)}</p>`;
}

export function paragraph(text: string, strong = false): string {
  const words = escapePrintable(text);
  return `<p style="margin:0 0 12px">${strong ? `<strong>${words}</strong>` : words}</p>`;
}
