// The addresses that mails and PDFs link to. `publicUrl` has no trailing slash; everything else is URL-encoded.

/** The page on which a seat's turn sheet is filled in. */
export function sheetLink(publicUrl: string, game: string): string {
  return `${gameLink(publicUrl, game)}/sheet`;
}

/**
 * A sentence that says where a sheet printed on paper goes. It ends with the address, without a period that might be
 * taken for a part of it.
 */
export function sheetGoesTo(publicUrl: string, game: string): string {
  return `Give it to your GM, or fill in the same sheet at ${sheetLink(publicUrl, game)}`;
}

/** The address to which the code on a sheet leads, followed by the sheet's token. It is short, so that the code is coarse. */
export function scanLink(publicUrl: string, game: string): string {
  return `${publicUrl}/s/${encodeURIComponent(game)}`;
}

/** The player's page of a game, with all printouts. */
export function gameLink(publicUrl: string, game: string): string {
  return `${publicUrl}/my/games/${encodeURIComponent(game)}`;
}

/** The rules of a game; they begin with the game on one page. */
export function rulebookLink(publicUrl: string, ruleset: string): string {
  return `${publicUrl}/rules/${encodeURIComponent(ruleset)}`;
}

/** The page with all letters that a player has sent and received in a game. */
export function lettersLink(publicUrl: string, game: string): string {
  return `${gameLink(publicUrl, game)}/letters`;
}

/** The form for a reply to a letter, with its sender selected. */
export function replyLink(publicUrl: string, game: string, letterId: string): string {
  return `${lettersLink(publicUrl, game)}/new?answer=${encodeURIComponent(letterId)}`;
}

/** The page on which a person writes to the GM of a game. */
export function writeToGmLink(publicUrl: string, game: string): string {
  return `${publicUrl}/games/${encodeURIComponent(game)}/messages`;
}

/** The GM's page of a conversation, by one of its messages. */
export function gmConversationLink(publicUrl: string, game: string, messageId: string): string {
  return `${gmGameLink(publicUrl, game)}/messages/${encodeURIComponent(messageId)}`;
}

/** The GM's page of a game. */
export function gmGameLink(publicUrl: string, game: string): string {
  return `${publicUrl}/gm/games/${encodeURIComponent(game)}`;
}

/** A sign-in link that works once. `next` is the page to open after it. */
export function signInLink(publicUrl: string, token: string, next: string | null): string {
  return `${publicUrl}/sign-in/link/${encodeURIComponent(token)}${nextQuery(next)}`;
}

/** The page of an invitation, on which its holder asks for a sign-in link. */
export function invitationLink(publicUrl: string, game: string, token: string): string {
  return `${publicUrl}/invitation/${encodeURIComponent(game)}/${encodeURIComponent(token)}`;
}

/** A link that verifies an e-mail address: of a new account, or the new one of an account. */
export function verificationLink(
  publicUrl: string,
  { what, token, next }: { what: 'sign-up' | 'email'; token: string; next: string | null },
): string {
  const path = what === 'sign-up' ? 'sign-up' : 'account/email';
  return `${publicUrl}/${path}/${encodeURIComponent(token)}${nextQuery(next)}`;
}

/** Where a person mutes a game, on the page of their messages with its GM. */
export function muteLink(publicUrl: string, game: string): string {
  return `${writeToGmLink(publicUrl, game)}#mail`;
}

/** The page with all games of the reader. */
export function gamesLink(publicUrl: string): string {
  return `${publicUrl}/my/games`;
}

/** The page of the reader's account. */
export function accountLink(publicUrl: string): string {
  return `${publicUrl}/account`;
}

/** The page with the tokens of the reader's account. */
export function tokensLink(publicUrl: string): string {
  return `${publicUrl}/account/tokens`;
}

/** The page with the passkeys of the reader's account. */
export function passkeysLink(publicUrl: string): string {
  return `${publicUrl}/account/passkeys`;
}

function nextQuery(next: string | null): string {
  return next === null ? '' : `?next=${encodeURIComponent(next)}`;
}
