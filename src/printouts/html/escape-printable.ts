import { escapeHtml } from '../../text/escape.ts';
import { printable } from '../../text/printable.ts';

/** Printable text as HTML. */
export function escapePrintable(text: string): string {
  return escapeHtml(printable(text));
}
