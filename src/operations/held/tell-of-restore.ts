import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import { lockGame, type WholeGame } from '../../games/game/game-store.ts';
import { type Notice, notifyAllSeats, notifyGm } from '../../games/notices/notices.ts';
import { formatDateTime } from '../../text/dates.ts';

/**
 * Tells the players of running games that what they sent since the backup is missing, and the GMs of running and forming games that what
 * they did is, which no one else can do again.
 * @param seenAt when the server of the backup last ran, if that is known
 * @returns how many mails go to players, and how many to GMs
 */
export async function tellOfRestore(
  tx: Tx,
  ctx: AppContext,
  seenAt: Date | null,
): Promise<{ toldPlayers: number; toldGms: number }> {
  // People of a game that has moved to another server have nothing to check here.
  const where = { status: { in: ['running' as const, 'forming' as const] }, transferredOutAt: null };
  const games = await tx.game.findMany({ where, orderBy: { id: 'asc' }, select: { id: true } });
  let [toldPlayers, toldGms] = [0, 0];
  for (const { id } of games) {
    const game = await lockGame(tx, id);
    if (game === null) continue;
    if (game.status === 'running')
      toldPlayers += await notifyAllSeats(tx, ctx, game, playerNotice(game, seenAt));
    await notifyGm(tx, ctx, game, gmNotice(game, seenAt));
    toldGms += 1;
  }
  return { toldPlayers, toldGms };
}

function playerNotice(game: WholeGame, seenAt: Date | null): Notice {
  return {
    subject: 'please check that your sheet is in',
    paragraphs: [
      `${restored(game, seenAt)} Everything that was sent to it after that is missing.`,
      'If you have sent a sheet since, please check that it is in. If it is not, send it again. The same goes for letters, advance orders and votes.',
      OF_THE_ACCOUNT,
    ],
  };
}

function gmNotice(game: WholeGame, seenAt: Date | null): Notice {
  return {
    subject: 'please redo what the server has lost',
    paragraphs: [
      `${restored(game, seenAt)} Everything that was done in this game after that is missing.`,
      ...(game.status === 'running' ? OF_A_RUNNING_GAME : OF_A_FORMING_GAME),
      OF_THE_ACCOUNT,
    ],
  };
}

function restored({ timeZone }: WholeGame, seenAt: Date | null): string {
  const of = seenAt === null ? '' : ` of ${formatDateTime(seenAt, timeZone)}`;
  return `The server was restored from a backup${of}.`;
}

const OF_A_RUNNING_GAME = [
  'That may be paper sheets that you entered, players whom you replaced, addresses that you corrected, dates and excuses that you set, and turns that you processed or rolled back. Please look at the pages of the game and do it again. A player whom you replaced since then has the seat again.',
  'Players with an e-mail address are asked to check that their sheet is in. Please tell players by post yourself.',
];

const OF_A_FORMING_GAME = [
  'That may be people who joined or left, seats that you added or removed, invitations, and settings that you changed. If you began the game since then, it has not begun. Please look at the pages of the game and do it again, and tell its players.',
];

const OF_THE_ACCOUNT =
  'If you have changed your security code, your passkeys or your address since, or deleted your account, please do that again.';
