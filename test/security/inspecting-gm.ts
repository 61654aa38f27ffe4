import type { Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { readHeldPress } from '../../src/games/press/held-press.ts';
import { previewTurn } from '../../src/games/processing/preview-turn.ts';
import { replacePlayer } from '../../src/games/seats/replace-player.ts';
import { openPaperSheet } from '../../src/games/sheets/open-paper-sheet.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import type { TestContext } from '../helpers/database.ts';

/** A press release that is held. */
export const OBSCENE = 'My opponent is full of shit, friends!';

const request = (g: TestGame, turn: number) => ({ gameId: g.game.id, by: g.gm.id, turn });

/** What a GM does to see what players may not see, or to play. */
export function inspectingGm(own: Pick<TestContext, 'ctx'>) {
  return {
    game: () => runningGame(own.ctx, { humans: 2, opponents: 2 }),
    request,
    preview: (g: TestGame, turn = 1) => previewTurn(own.ctx, request(g, turn)),
    openSheet: (g: TestGame, seat: Seat | undefined, turn = 1) =>
      openPaperSheet(own.ctx, { ...request(g, turn), seatId: seat?.id ?? '' }),
    read: (g: TestGame) => readHeldPress(own.ctx, { gameId: g.game.id, by: g.gm.id }),
    inspections: (g: TestGame) =>
      own.ctx.db.prisma.inspection.findMany({ where: { gameId: g.game.id }, orderBy: { id: 'asc' } }),
    /** The GM page of the game. */
    async pageOf(g: TestGame) {
      const page = await gmGamePage(own.ctx, g.gm, gameNumber(g.game));
      if (page === null) throw new Error('no page');
      return page;
    },
    /** The GM takes the seat of a computer candidate, as they may as long as they have seen nothing. */
    async gmSits(g: TestGame, turn = 1): Promise<Seat> {
      const seat = g.seats.find(({ opponent }) => opponent) as Seat;
      const { name, email } = g.gm;
      granted(await replacePlayer(own.ctx, { ...request(g, turn), seatId: seat.id, name, email }));
      return seat;
    },
  };
}
