import { expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { writeToSeat } from '../../src/games/messages/write-message.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import { composeDelivery } from '../../src/mail/outbound/compose-delivery.ts';
import { granted, runningGame, type TestGame } from '../games/game/play.ts';
import { processAsGm } from '../games/processing/turns.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';

/* A person can stop the mail of a GM whom they do not want to hear from, without losing what the game needs. */

const { own, app } = useWeb();

const mailsTo = async ({ game }: TestGame, { id: accountId }: Account) => {
  const where = { gameId: game.id, accountId };
  const found = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
  return found.map(({ kind }) => kind);
};

async function gmWrites(g: TestGame, seat: Seat): Promise<number> {
  const asked = { gameId: g.game.id, by: g.gm.id };
  granted(await writeToSeat(own.ctx, { ...asked, seatId: seat.id, text: 'Listen to me!' }));
  return granted(await broadcast(own.ctx, { ...asked, turn: 1, text: 'Listen, everyone!' }));
}

test('a player who has muted a game gets its printouts by mail, but nothing that its GM writes', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = g.players as [Account, Account];
  const [seat] = g.seats as [Seat];
  await own.ctx.db.prisma.delivery.deleteMany();
  const page = `/games/${gameNumber(g.game)}/messages`;
  const visitor = await signedIn(app, own.ctx, ann);
  expect((await visitor.get(page)).body).toContain('Stop mail with messages from this GM');
  const muted = await visitor.post(`${page}/mute`, { muted: 'yes' });
  expect(muted.headers.location).toBe(`${page}?done=game-muted`);

  // The GM does not learn of it.
  expect(await gmWrites(g, seat)).toBe(2);
  await processAsGm(own.ctx, g, 1);
  expect(await mailsTo(g, ann)).toEqual(['printout']);
  expect(await mailsTo(g, carl)).toEqual(['notice', 'printout']);
  const shown = (await visitor.get(page)).body;
  expect(shown).toContain('Listen to me!');
  expect(shown).toContain('Mail me messages from this GM again');

  await visitor.post(`${page}/mute`);
  await own.ctx.db.prisma.delivery.deleteMany();
  granted(await writeToSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, seatId: seat.id, text: 'Again.' }));
  expect(await mailsTo(g, ann)).toEqual(['message']);
});

test('the mail of a GM leads to the page on which it can be stopped, and other mail does not', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = g.players as [Account];
  await gmWrites(g, g.seats[0] as Seat);
  const settings = { publicUrl: 'https://games.test', from: 'Whistlestop <post@games.test>' };
  const deps = { ctx: own.ctx, renderPdf: createPdfCache(), ...settings };
  const mails = await own.ctx.db.prisma.delivery.findMany({ where: { accountId: ann.id } });
  const leads: string[] = [];
  for (const { id, kind } of mails) {
    const { text } = await composeDelivery(deps, id);
    if (String(text).includes(`/games/${gameNumber(g.game)}/messages#mail`)) leads.push(kind);
  }
  expect(leads.sort()).toEqual(['message', 'notice']);
});
