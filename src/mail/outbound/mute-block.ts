import { muteLink } from './links.ts';
import type { MailBlock } from './mail-view.ts';

/** The link with which the reader of a GM's words gets no more of them by mail. */
export function muteBlock(publicUrl: string, game: string): MailBlock {
  return { kind: 'link', label: 'Stop mail with messages from this GM', url: muteLink(publicUrl, game) };
}
