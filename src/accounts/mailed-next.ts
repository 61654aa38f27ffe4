import type { Tx } from '../database/client.ts';
import { looksLikeToken, tokenHash } from './tokens.ts';

/*
 * Anyone can ask for a mail to anyone's address, and choose the page that its link leads to. The address of that page is
 * printed in the mail, so it must not contain anything that someone thought up, such as `/CALL-555-0100`.
 */

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** The pages that require signing in, as their routes are declared. */
const PAGES = [
  ...[
    '/account',
    '/account/absences',
    '/account/passkeys',
    '/account/sessions',
    '/account/calendar',
    '/account/tokens',
    '/account/email/:token',
  ],
  ...['/my', '/my/games', '/my/games/:number', '/my/games/:number/sheet', '/my/games/:number/give-up'],
  ...['/my/games/:number/program', '/gm/games/:number/chats'],
  '/my/games/:number/questions',
  '/my/games/:number/sheet/turns/:turn/versions/:version',
  '/my/games/:number/advance-orders/:turn',
  ...['/my/games/:number/letters', '/my/games/:number/letters/new'],
  '/my/games/:number/turns/:turn',
  ...['/my/games/:number/turns/:turn.pdf', '/my/games/:number/turns/:turn.txt'],
  '/my/games/:number/turns/:turn/attempts/:attempt',
  '/my/games/:number/turns/:turn/attempts/:attempt.pdf',
  '/my/games/:number/turns/:turn/attempts/:attempt.txt',
  ...['/games/:number/messages', '/gm/games/:number/messages/:message'],
  '/gm/games/:number/seats/:seat/messages',
  ...['/games/:number/join', '/games/:number/take-over/:seat', '/join/:token'],
  ...[
    '/gm',
    '/gm/new',
    '/gm/games/:number',
    '/gm/games/:number/players',
    '/gm/games/:number/post',
    '/gm/games/:number/post.pdf',
    '/gm/games/:number/schedule',
  ],
  ...['/gm/games/:number/paper-sheet', '/gm/games/:number/seats/:seat/paper-sheet'],
  '/gm/games/:number/seats/:seat/paper-advance-orders/:turn',
  ...['/operator', '/operator/held', '/operator/questions', '/operator/system', '/mailbox'],
].map(patternOf);

/** The only query that is kept: which letter is answered. Other pages open without theirs. */
const ANSWER = new RegExp(`^answer=${UUID}$`);

/** Where the code on a printed sheet leads. */
const SCANNED = /^\/s\/([A-Z]{1,4}-[1-9][0-9]{0,8})\/[^/]*$/;

/** The values of a page's parameters. Turns and their like have three digits at most, so that they are no phone number. */
function patternOf(page: string): RegExp {
  const values: Record<string, string> = {
    number: '(?<prefix>[A-Z]{1,4})-(?<serial>[1-9][0-9]{0,8})',
    seat: UUID,
    message: UUID,
    token: '(?<token>[A-Za-z0-9_-]{43})',
  };
  const parts = page.replaceAll('.', '\\.').replace(/:([a-z]+)/g, (_, name) => values[name] ?? '[0-9]{1,3}');
  return new RegExp(`^${parts}$`);
}

/**
 * The page to which the link in a mail leads, as the mail may print it: a page that requires signing in, of a game and
 * with a token that exist.
 * @returns '' for any other
 */
export async function mailedNext(tx: Tx, next: string): Promise<string> {
  const [path = '', query = ''] = next.split('?');
  // The code on a sheet is too free a text; the sheet is where it leads its player.
  const scanned = SCANNED.exec(path)?.[1];
  if (scanned !== undefined) return mailedNext(tx, `/my/games/${scanned}/sheet`);
  const found = PAGES.map((page) => page.exec(path)).find((match) => match !== null);
  if (!found) return '';
  const { prefix, serial, token } = found.groups ?? {};
  if (prefix !== undefined && (await tx.game.count({ where: { prefix, serial: Number(serial) } })) === 0)
    return '';
  if (token !== undefined && !(await isToken(tx, token))) return '';
  return path.endsWith('/letters/new') && ANSWER.test(query) ? `${path}?${query}` : path;
}

/** Whether the token is that of a link for joining a game, or of a link to a new address. */
async function isToken(tx: Tx, token: string): Promise<boolean> {
  if (!looksLikeToken(token)) return false;
  const hash = tokenHash(token);
  if ((await tx.gamePolicy.count({ where: { joinLink: hash } })) > 0) return true;
  return (await tx.addressProof.count({ where: { id: hash } })) > 0;
}
