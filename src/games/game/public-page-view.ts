import type { AppContext } from '../../context.ts';
import { type GmContact, gmContact } from '../messages/messages-view.ts';
import { type RolledBackPrintoutLine, rolledBackPrintoutsOf } from '../processing/rolled-back-printouts.ts';
import { type DueChange, dueChangeOf } from '../schedule/printed-due.ts';
import { type JoiningPage, joiningPageOf } from '../seats/joining-view.ts';
import { type OfferedSeat, offeredSeatsOf } from '../seats/offers-view.ts';
import type { Viewer } from './game-card.ts';
import type { WholeGame } from './game-store.ts';
import { seatOf } from './player-seat.ts';
import { type PublicGame, publicGameOf } from './public-view.ts';
import { findGame } from './whole-game-rows.ts';

/** What the public page of a game shows, and how the viewer is involved in the game. */
export interface PublicGamePage {
  game: PublicGame;
  joining: JoiningPage;
  /** The seats that can be taken over. */
  offers: OfferedSeat[];
  /** The public printouts that were rolled back, the latest first. */
  rolledBack: RolledBackPrintoutLine[];
  /** How the due date of the open turn's printout has changed; null if it has not. */
  dueChange: DueChange | null;
  /** Whether the viewer has a seat in the game. */
  isSeated: boolean;
  /** What the page shows about writing to the GM. */
  gmContact: GmContact;
}

/**
 * The public page of a game; null if no game has this number. The game is read only once, because anyone can ask for
 * this page. Reading it does not accept a seat: anyone can make the browser of a person who is signed in open it.
 */
export async function publicGamePage(
  ctx: AppContext,
  viewer: Viewer,
  number: string,
): Promise<PublicGamePage | null> {
  const game = await findGame(ctx, number);
  if (!game) return null;
  const page = {
    game: await publicGameOf(ctx, game),
    joining: await joiningPageOf(ctx, viewer, game),
    offers: offeredSeatsOf(game),
    rolledBack: await rolledBackPrintoutsOf(ctx, game),
    dueChange: await dueChangeOfPublicPrintout(ctx, game),
    gmContact: await gmContact(ctx, viewer, game),
  };
  return { ...page, isSeated: seatOf(game, viewer) !== undefined };
}

/** Reads only the due date of the open turn's printout, because anyone can ask for this page, and reports are large. */
async function dueChangeOfPublicPrintout(ctx: AppContext, game: WholeGame): Promise<DueChange | null> {
  if (game.status !== 'running') return null;
  const { id, turn } = game;
  const [printed] = await ctx.db.prisma.$queryRaw<{ due: string | null }[]>`
    SELECT "report"->>'due' AS "due" FROM "Printout"
    WHERE "gameId" = ${id}::uuid AND "turn" = ${turn} AND "seatId" IS NULL AND "rolledBackAt" IS NULL`;
  return printed === undefined ? null : dueChangeOf(game, { turn, due: printed.due });
}
