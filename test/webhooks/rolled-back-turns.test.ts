import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Account, Seat } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { rollBack } from '../../src/games/processing/roll-back.ts';
import { addChat, setSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { attemptNext } from '../../src/webhooks/attempt-call.ts';
import { granted, runningGame } from '../games/game/play.ts';
import { processAsGm, rollForwardAsGm } from '../games/processing/turns.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/* What programs and chats are sent, by real HTTP, when a turn is rolled back and forward. */

const own = useContext();
let receiver: Receiver;
const publicUrl = 'https://games.example.org';

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

test('programs and chats learn which turn is open after a rollback, and after it is undone', async () => {
  own.setNow(new Date('2027-03-01T12:00:00Z'));
  const ctx = { ...own.ctx, webhooks: { privateNetworks: ['127.0.0.0/8'], otherChatHosts: ['127.0.0.1'] } };
  const play = await runningGame(ctx, { humans: 2, opponents: 2 });
  const [{ id: by }] = play.players as [Account];
  const [{ gameId }] = play.seats as [Seat];
  const token = await aSession(ctx, { accountId: by, method: 'code' });
  await processAsGm(ctx, play, 1);
  granted(await setSeatWebhook(ctx, { gameId, by, token, url: receiver.url }));
  granted(await addChat(ctx, { gameId, by: play.gm.id, url: `${receiver.url}/chat`, shape: 'slack' }));
  await ctx.db.prisma.webhookCall.deleteMany({ where: { webhook: { gameId } } });
  receiver.answer(204);
  const sent = async () => {
    receiver.got.length = 0;
    const webhooks = await ctx.db.prisma.webhook.findMany({ where: { gameId }, orderBy: { kind: 'asc' } });
    for (const { id } of webhooks) await attemptNext({ ctx, publicUrl }, id);
    return receiver.got.map(({ body }) => JSON.parse(body));
  };
  const program = (turn: number, due: Date | null) => {
    const data = expect.objectContaining({ turn, due: due?.toISOString() ?? null });
    return expect.objectContaining({ type: 'turn.open', data });
  };
  const chat = (words: string) => {
    const game = gameNumber(play.game);
    return { text: `${game}, The test of the season: sheets for ${words}.\n${publicUrl}/games/${game}` };
  };
  const { due: next } = await ctx.db.prisma.gameSchedule.findFirstOrThrow({ where: { gameId } });

  const due = new Date('2027-03-06T12:00:00Z');
  granted(await rollBack(ctx, { gameId, by: play.gm.id, turn: 2, due }));
  const dated = chat('turn 1 are now due Sat, Mar 6, 2027, 7:00 AM EST');
  expect(await sent()).toEqual([program(1, due), dated]);

  granted(await rollForwardAsGm(ctx, play, 1));
  expect(await sent()).toEqual([program(2, next), chat('turn 2 are now due Mon, Mar 15, 2027, 6:00 PM EDT')]);

  granted(await rollBack(ctx, { gameId, by: play.gm.id, turn: 2, due: null }));
  expect(await sent()).toEqual([program(1, null), chat('turn 1 have no due date for now')]);
});
