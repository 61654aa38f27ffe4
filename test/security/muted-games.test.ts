import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { abandonGame, reviveGame } from '../../src/games/game/abandon-game.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { gmGamePage } from '../../src/games/game/gm-view.ts';
import { writeToSeat } from '../../src/games/messages/write-message.ts';
import { broadcast } from '../../src/games/notices/broadcast.ts';
import { setMuted } from '../../src/games/notices/muted-games.ts';
import { rollBack } from '../../src/games/processing/roll-back.ts';
import { extendTurn, pauseGame, resumeGame, setDueDate } from '../../src/games/schedule/change-due-date.ts';
import { attemptDelivery } from '../../src/mail/delivery/deliver.ts';
import { resend } from '../../src/mail/delivery/resend.ts';
import { openTransport, type Transport } from '../../src/mail/delivery/transport.ts';
import { codesOf, firstDue, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { processAsGm } from '../games/processing/turns.ts';
import { type MailServer, startMailServer } from '../helpers/mail-server.ts';
import { deliverDeps } from '../mail/deliver-deps.ts';
import { useWeb } from '../web/use-web.ts';
import { signedIn } from '../web/visitor.ts';

/* A person can stop the mail of a GM whom they do not want to hear from, without losing what the game needs. */

const { own, app } = useWeb();

let server: MailServer;
let transport: Transport;

beforeEach(async () => {
  server = await startMailServer();
  transport = openTransport({ url: server.url });
});
afterEach(async () => {
  transport.close();
  await server.close();
});

/** Attempts to send every mail of a game that is not done, and returns how each attempt ended. */
async function sendAll({ game }: TestGame): Promise<string[]> {
  const waiting = { status: { in: ['queued' as const, 'retrying' as const] } };
  const where = { gameId: game.id, ...waiting };
  const found = await own.ctx.db.prisma.delivery.findMany({ where, orderBy: { createdAt: 'asc' } });
  const ends: string[] = [];
  for (const { id } of found) ends.push(await attemptDelivery(deliverDeps(own.ctx, transport), id));
  return ends;
}

/** The texts of the mails that reached a person, in order. */
const reached = ({ email }: Account) =>
  server.taken.filter(({ to }) => to?.some(({ address }) => address === email)).map(({ text }) => text ?? '');

const mute = ({ game }: TestGame, { id: accountId }: Account) =>
  setMuted(own.ctx, { gameId: game.id, accountId, muted: true });

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

  expect(await gmWrites(g, seat)).toBe(2);
  await processAsGm(own.ctx, g, 1);
  await sendAll(g);
  const [first = '', ...others] = reached(ann);
  expect([first.includes('Listen'), others]).toEqual([false, []]);
  expect(reached(carl)).toHaveLength(2);
  const shown = (await visitor.get(page)).body;
  expect(shown).toContain('Listen to me!');
  expect(shown).toContain('Mail me messages from this GM again');

  await visitor.post(`${page}/mute`);
  granted(await writeToSeat(own.ctx, { gameId: g.game.id, by: g.gm.id, seatId: seat.id, text: 'Again.' }));
  await sendAll(g);
  expect(reached(ann).at(-1)).toContain('Again.');
});

test('the GM sees the same deliveries, no matter who has muted the game', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann] = g.players as [Account];
  await own.ctx.db.prisma.delivery.deleteMany();
  await mute(g, ann);
  await gmWrites(g, g.seats[0] as Seat);
  const lines = async () => {
    const page = await gmGamePage(own.ctx, g.gm, gameNumber(g.game));
    const seen = page?.deliveries.map(({ kind, status, attempts, obstacle, lastError }) => {
      return JSON.stringify({ kind, status, attempts, obstacle, failed: lastError !== null });
    });
    return [seen?.length, new Set(seen).size];
  };
  expect(await lines()).toEqual([2, 1]);
  // While no mail can be sent, this mail waits, too.
  const { url } = server;
  await server.close();
  await sendAll(g);
  expect(await lines()).toEqual([2, 1]);
  server = await startMailServer({ port: Number(new URL(url).port) });
  expect(new Set(await sendAll(g))).toEqual(new Set(['sent']));
  expect(await lines()).toEqual([2, 1]);
  expect(reached(ann)).toEqual([]);
});

test('a message from before the muting does not arrive later, and sending it again is of no use', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = g.players as [Account];
  await own.ctx.db.prisma.delivery.deleteMany();
  server.behave(ann.email, 'postpone', 'accept');
  await gmWrites(g, g.seats[0] as Seat);
  expect(await sendAll(g)).toEqual(['retrying', 'sent']);
  const before = reached(ann).length;
  await mute(g, ann);
  expect(await sendAll(g)).toEqual(['sent']);
  const where = { gameId: g.game.id };
  for (const { id } of await own.ctx.db.prisma.delivery.findMany({ where })) {
    own.setNow(new Date(own.ctx.now().getTime() + 3_600_000));
    granted(await resend(own.ctx, id, g.gm.id));
  }
  expect(await sendAll(g)).toEqual(['sent', 'sent']);
  expect(reached(ann)).toHaveLength(before);
});

test('what the GM adds to notices is left out for someone who has muted the game', async () => {
  const g = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  const [ann, carl] = g.players as [Account, Account];
  await processAsGm(own.ctx, g, 1);
  await own.ctx.db.prisma.delivery.deleteMany();
  await mute(g, ann);
  const [words, tooMany] = ['Listen to my reasons', 'x'.repeat(501)];
  const asked = (turn: number) => ({ gameId: g.game.id, by: g.gm.id, turn });
  const confirm = gameNumber(g.game);
  const later = new Date(firstDue.getTime() + 86_400_000);
  const changes = [
    (word: string) => setDueDate(own.ctx, { ...asked(2), due: later, reason: word }),
    (word: string) => extendTurn(own.ctx, { ...asked(2), days: 1, reason: word }),
    (word: string) => pauseGame(own.ctx, { ...asked(2), reason: word }),
    (word: string) => resumeGame(own.ctx, { ...asked(2), due: firstDue, reason: word }),
    (word: string) => rollBack(own.ctx, { ...asked(2), due: later, word }),
    (word: string) => abandonGame(own.ctx, { ...asked(1), confirm, message: word }),
    (word: string) => reviveGame(own.ctx, { ...asked(1), message: word }),
  ];
  for (const change of changes) {
    expect(codesOf(await change(tooMany))).toContain('too-long');
    granted<unknown>(await change(words));
    await sendAll(g);
  }
  expect(reached(ann)).toHaveLength(changes.length);
  expect(reached(ann).filter((text) => text.includes(words))).toEqual([]);
  const link = `/games/${confirm}/messages#mail`;
  const told = reached(carl).filter((text) => text.includes(`Greta Master writes: ${words}`));
  expect(told.filter((text) => text.includes(link))).toHaveLength(changes.length);
});

test('a notice that waits for its next attempt while its reader mutes the game arrives without the GM’s words', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = g.players as [Account];
  await own.ctx.db.prisma.delivery.deleteMany();
  granted(await pauseGame(own.ctx, { gameId: g.game.id, by: g.gm.id, turn: 1, reason: 'Listen!' }));
  server.behave(ann.email, 'postpone', 'accept');
  expect(await sendAll(g)).toEqual(['retrying']);
  await mute(g, ann);
  expect(await sendAll(g)).toEqual(['sent']);
  const [text = ''] = reached(ann);
  expect([text.includes('has paused the game'), text.includes('Listen!')]).toEqual([true, false]);
});

test('the mail of a GM leads to the page on which it can be stopped, and other mail does not', async () => {
  const g = await runningGame(own.ctx, { humans: 1, opponents: 3 });
  const [ann] = g.players as [Account];
  await gmWrites(g, g.seats[0] as Seat);
  await sendAll(g);
  const link = `/games/${gameNumber(g.game)}/messages#mail`;
  const [leads, others] = [true, false].map((led) =>
    reached(ann).filter((text) => text.includes(link) === led),
  );
  expect(leads?.map((text) => text.includes('Listen'))).toEqual([true, true]);
  expect(others?.filter((text) => text.includes('Listen'))).toEqual([]);
  expect(others?.length).toBeGreaterThan(0);
});
