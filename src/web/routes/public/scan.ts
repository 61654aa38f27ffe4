import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import { seatOf } from '../../../games/game/player-seat.ts';
import { findGame } from '../../../games/game/whole-game-rows.ts';
import { readSheetToken, sheetToken } from '../../../games/sheets/sheet-token.ts';
import { GameParams, withSchemas } from '../../forms/read-request.ts';
import { sheetPath } from '../../turn-sheet/addresses.ts';
import type { WebContext } from '../../web-context.ts';

const ScanParams = GameParams.extend({ token: z.string().max(100) });

/**
 * Where the code on a printed sheet leads: its player to the sheet, the GM to entering it. It grants nothing. What it
 * contains is the sheet's token, which is good for one seat, player and turn, and everyone signs in as always. To anyone
 * else, the page says the same, whether or not there is such a game or sheet.
 */
export default async function scanRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const options = {
    config: { access: 'anyone' as const, costly: 'game' as const },
    schema: { params: ScanParams },
  };
  withSchemas(app).get('/s/:number/:token', options, async (request, reply) => {
    const number = gameNumber(request.params.number);
    const { account } = request;
    const token = readSheetToken(request.params.token);
    const view = { title: `Sheet of ${number}`, number, signIn: null, sheet: null } satisfies ScanView;
    if (account === null) {
      const signIn = `/sign-in?next=${encodeURIComponent(request.url)}`;
      return reply.page('public/scan', { ...view, signIn });
    }
    const game = await findGame(ctx, number);
    const seat = game === null ? undefined : seatOf(game, account);
    if (game !== null && seat !== undefined) {
      const { turn, attempt } = game;
      const owner = { seatId: seat.id, turn, attempt, accountId: account.id };
      const isOwn = token.ok && token.value === (await sheetToken(ctx, owner));
      if (isOwn) return reply.redirect(sheetPath(number), 303);
      return reply.page('public/scan', { ...view, sheet: sheetPath(number) });
    }
    if (game !== null && game.gmId === account.id) {
      const typed = encodeURIComponent(request.params.token);
      return reply.redirect(`/gm/games/${number}/paper-sheet?token=${typed}`, 303);
    }
    return reply.page('public/scan', view);
  });
}

/** The page, as templates/web/public/scan.eta prints it. */
interface ScanView {
  title: string;
  number: string;
  /** Where to sign in; null for those who are. */
  signIn: string | null;
  /** The sheet of the open turn, for a player of the game whose sheet the code is not; null for others. */
  sheet: string | null;
}
