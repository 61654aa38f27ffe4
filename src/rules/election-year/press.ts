import type { Orders } from './orders.ts';
import type { Player, PressRelease } from './state.ts';

/**
 * A press release as it is counted and printed (EY-4.2, section 5): one line, with line breaks turned into spaces and
 * control characters dropped. Null if only white space is left.
 */
export function pressLine(text: string): string | null {
  const line = text.replace(/\r\n|[\n\r\u2028\u2029]/g, ' ').replace(/\p{Cc}/gu, '');
  return line.trim() === '' ? null : line;
}

/** EY-6.7: the press releases in players' order. */
export function gatherPress(players: readonly Player[], orders: ReadonlyMap<string, Orders>): PressRelease[] {
  return players.flatMap(({ id }) => {
    const text = orders.get(id)?.press ?? null;
    return text === null ? [] : [{ from: id, text }];
  });
}
