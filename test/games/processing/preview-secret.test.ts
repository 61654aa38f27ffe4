import { expect, test } from 'vitest';
import { readDiceSecret } from '../../../src/games/game/game-store.ts';
import { previewTurn } from '../../../src/games/processing/preview-turn.ts';
import { useContext } from '../../helpers/use-context.ts';
import { granted, runningGame } from '../game/play.ts';
import { processAsGm } from './turns.ts';

const own = useContext();

test('a preview of the last turn does not show the secret of the dice, which can still be rolled', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const secret = Buffer.from(await readDiceSecret(own.ctx.db.prisma, g.game.id)).toString('hex');
  for (let turn = 1; ; turn += 1) {
    const shown = granted(await previewTurn(own.ctx, { gameId: g.game.id, by: g.gm.id, turn }));
    expect(JSON.stringify(shown).toLowerCase()).not.toContain(secret.slice(0, 16));
    await processAsGm(own.ctx, g, turn);
    if (shown.over) break;
  }
  const [last] = await own.ctx.db.prisma.printout.findMany({
    where: { gameId: g.game.id, seatId: null },
    orderBy: { turn: 'desc' },
  });
  expect(JSON.stringify(last?.report).toLowerCase()).toContain(secret.slice(0, 16));
});
