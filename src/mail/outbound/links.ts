/** The addresses that mails point to. `publicUrl` has no slash at its end; everything else is encoded. */

/** Where a seat's turn sheet is filled in. */
export function sheetLink(publicUrl: string, game: string): string {
  return `${publicUrl}/my/games/${encodeURIComponent(game)}/sheet`;
}

/** Where a sheet printed on paper goes, in a sentence: nothing stands behind the address that might be taken for a part of it. */
export function sheetGoesTo(publicUrl: string, game: string): string {
  return `Hand it to your game master, or fill in the same sheet at ${sheetLink(publicUrl, game)}`;
}

/** The player's own page of a game, with all printouts. */
export function gameLink(publicUrl: string, game: string): string {
  return `${publicUrl}/my/games/${encodeURIComponent(game)}`;
}

/** Where a letter is answered: the form with its writer ticked. */
export function answerLink(publicUrl: string, game: string, letterId: string): string {
  return `${gameLink(publicUrl, game)}/letters/new?answer=${encodeURIComponent(letterId)}`;
}

/** The desk of a game, for its GM. */
export function gmGameLink(publicUrl: string, game: string): string {
  return `${publicUrl}/gm/games/${encodeURIComponent(game)}`;
}

/** A sign-in link, good once; `next` is the page to go on to. */
export function signInLink(publicUrl: string, token: string, next: string | null): string {
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`;
  return `${publicUrl}/sign-in/link/${encodeURIComponent(token)}${query}`;
}

/** A link that proves an address: of somebody new, or the new one of an account. */
export function confirmationLink(
  publicUrl: string,
  what: 'sign-up' | 'email',
  token: string,
  next: string | null,
): string {
  const path = what === 'sign-up' ? 'sign-up' : 'account/email';
  const query = next === null ? '' : `?next=${encodeURIComponent(next)}`;
  return `${publicUrl}/${path}/${encodeURIComponent(token)}${query}`;
}
