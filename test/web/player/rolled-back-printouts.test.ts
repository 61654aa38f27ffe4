import { expect, test } from 'vitest';
import type { Account, Seat } from '../../../src/database/generated/client.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { rollBack } from '../../../src/games/processing/roll-back.ts';
import { replacePlayer } from '../../../src/games/seats/replace-player.ts';
import { anAccount, granted, runningGame, send } from '../../games/game/play.ts';
import { readPdf } from '../../printouts/read-pdf.ts';
import { useWeb } from '../use-web.ts';
import { aVisitor, signedIn } from '../visitor.ts';

const { own, app } = useWeb({ limits: { forms: 10_000 } });

/** A game whose turn 1 was processed, rolled back, and processed again with another press release. */
async function processedTwice() {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const of = { gameId: g.game.id, by: g.gm.id };
  const [ann] = g.seats as [Seat, Seat];
  await send(own.ctx, ann, 1, { press: 'First words' });
  await processTurn(own.ctx, { ...of, turn: 1 });
  granted(await rollBack(own.ctx, { ...of, turn: 2, due: null }));
  await send(own.ctx, ann, 1, { press: 'Second words' });
  await processTurn(own.ctx, { ...of, turn: 1 });
  return { ...g, of, ann, number: gameNumber(g.game) };
}

test('a printout that was rolled back stays readable for its player, marked as page, PDF and text', async () => {
  const { players, number } = await processedTwice();
  const visitor = await signedIn(app, own.ctx, players[0] as Account);
  const path = `/my/games/${number}/turns/2/attempts/1`;
  const page = (await visitor.get(`/my/games/${number}`)).body;
  expect(page).toContain(`href="${path}"`);
  expect(page).toContain('rolled back Mon, Mar 1, 2027');
  const shown = (await visitor.get(path)).body;
  expect(shown).toContain('This printout is no longer in force.');
  expect(shown).toContain('First words');
  expect(shown).not.toContain('Second words');
  const text = (await visitor.get(`${path}.txt`)).body;
  expect(text.replace(/\s+/g, ' ')).toMatch(
    /Rolled back, no longer in force .* \*\* Rolled back Mon, Mar 1, 2027, 7:00 AM .*\. This printout is no longer in force\./,
  );
  const pdf = await visitor.get(`${path}.pdf`);
  expect(pdf.headers['content-disposition']).toContain(`${number}-T2-AB-rolled-back-1.pdf`);
  const [first = ''] = (await readPdf(pdf.rawPayload)).pages;
  expect(first).toMatch(/ROLLED BACK, NO LONGER IN FORCE/);
  expect(first).toMatch(/This printout is no longer in force/);
  const now = (await visitor.get(`/my/games/${number}/turns/2`)).body;
  expect(now).toContain('Second words');
  expect(now).not.toContain('no longer in force');
  for (const nowhere of [
    'turns/2/attempts/2',
    'turns/1/attempts/1',
    'turns/9/attempts/1',
    'turns/2/attempts/0',
  ]) {
    expect((await visitor.get(`/my/games/${number}/${nowhere}`)).statusCode, nowhere).toBe(404);
  }
  const stored = await own.ctx.db.prisma.printout.findMany({ where: { rolledBackAt: { not: null } } });
  expect(JSON.stringify(stored)).not.toContain('no longer in force');
});

test('a public printout that was rolled back is listed on the page of the game and linked from the GM’s page', async () => {
  const { gm, number } = await processedTwice();
  const path = `/games/${number}/turns/2/attempts/1`;
  const visitor = aVisitor(app);
  expect((await visitor.get(`/games/${number}`)).body).toContain(`href="${path}"`);
  const shown = await visitor.get(path);
  expect(shown.body).toContain('First words');
  expect(shown.body).toContain('This printout is no longer in force.');
  expect((await visitor.get(`/games/${number}/turns/2/attempts/2`)).statusCode).toBe(404);
  const gmPage = (await (await signedIn(app, own.ctx, gm)).get(`/gm/games/${number}`)).body;
  expect(gmPage).toMatch(/Turn 1, attempt 1<[\s\S]*Not in force/);
  expect(gmPage).toContain(`href="${path}"`);
});

test('a rolled-back printout has the readers that it had: no other players, and no one who took the seat later', async () => {
  const { players, number, of, ann } = await processedTwice();
  const path = `/my/games/${number}/turns/2/attempts/1`;
  const other = (await (await signedIn(app, own.ctx, players[1] as Account)).get(path)).body;
  expect(other).toContain('[CD]');
  expect(other).not.toContain('[AB] Ann Baker, #');
  for (const stranger of [await anAccount(own.ctx, 'Stan Stranger'), { id: of.by } as Account]) {
    const account = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { id: stranger.id } });
    expect((await (await signedIn(app, own.ctx, account)).get(path)).statusCode).toBe(404);
  }
  await processTurn(own.ctx, { ...of, turn: 2 });
  const someone = { name: 'Nora Neu', email: 'nora.superseded@players.test' };
  granted(await replacePlayer(own.ctx, { ...of, turn: 3, seatId: ann.id, ...someone }));
  const nora = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { email: someone.email } });
  const hers = await signedIn(app, own.ctx, nora);
  expect((await hers.get(path)).statusCode).toBe(404);
  expect((await hers.get(`/my/games/${number}`)).body).not.toContain('attempts/');
  expect((await (await signedIn(app, own.ctx, players[0] as Account)).get(path)).statusCode).toBe(200);
});

test('a player who takes a seat over after a rollback cannot read earlier printouts, not even of later turns', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [of, number] = [{ gameId: g.game.id, by: g.gm.id }, gameNumber(g.game)];
  const [ann] = g.seats as [Seat, Seat];
  await own.ctx.db.prisma.gamePolicy.update({ where: { gameId: g.game.id }, data: { maxMisses: 0 } });
  for (const turn of [1, 2, 3]) await processTurn(own.ctx, { ...of, turn });
  for (const turn of [4, 3, 2]) granted(await rollBack(own.ctx, { ...of, turn, due: null }));
  await processTurn(own.ctx, { ...of, turn: 1 });
  const someone = { name: 'Nora Neu', email: 'nora.later@players.test' };
  granted(await replacePlayer(own.ctx, { ...of, turn: 2, seatId: ann.id, ...someone }));
  granted(await rollBack(own.ctx, { ...of, turn: 2, due: null }));
  const read = async (account: Account, turn: number, attempt: number) => {
    const visitor = await signedIn(app, own.ctx, account);
    return (await visitor.get(`/my/games/${number}/turns/${turn}/attempts/${attempt}`)).statusCode;
  };
  const nora = await own.ctx.db.prisma.account.findUniqueOrThrow({ where: { email: someone.email } });
  for (const turn of [2, 3, 4]) {
    expect(await read(g.players[0] as Account, turn, 1), `Ann ${turn}`).toBe(200);
    expect(await read(nora, turn, 1), `Nora ${turn}`).toBe(404);
  }
  // The one that was open when she came had been sent to her.
  expect(await read(nora, 2, 2)).toBe(200);
});
