import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setSecurityCode } from '../../src/accounts/security-codes.ts';
import type { AppContext } from '../../src/context.ts';
import type { Account } from '../../src/database/generated/client.ts';
import { gameNumber } from '../../src/games/game/game-number.ts';
import { inTransaction } from '../../src/games/game/game-store.ts';
import { processTurn } from '../../src/games/processing/process-turn.ts';
import { setDueDate } from '../../src/games/schedule/change-due-date.ts';
import { remindPlayers } from '../../src/games/schedule/reminders.ts';
import { handSeatToComputer } from '../../src/games/seats/replace-player.ts';
import { announce } from '../../src/games/webhooks/announce.ts';
import { addChat, setSeatWebhook, testSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import { attemptNext, attemptTest } from '../../src/webhooks/attempt-call.ts';
import { codesOf, firstDue, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/* What programs and chats are sent, by real HTTP. The times are those of the test's clock. */

const own = useContext();
let ctx: AppContext;
let play: TestGame;
let receiver: Receiver;
let ann: Account;
let token: string;
let secret: string;
const publicUrl = 'https://games.example.org';
const HOUR = 3_600_000;

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  own.setNow(new Date('2027-03-01T12:00:00Z'));
  ctx = { ...own.ctx, webhooks: { privateNetworks: ['127.0.0.0/8'], otherChatHosts: ['127.0.0.1'] } };
  play = await runningGame(ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  token = await aSession(ctx, { accountId: ann.id, method: 'code' });
  secret = granted(await setSeatWebhook(ctx, { ...bySeat(), token, url: receiver.url })) as string;
  receiver.got.length = 0;
  receiver.answer(204);
});
afterAll(() => receiver.close());

const bySeat = () => ({ gameId: play.game.id, by: ann.id });
const calls = () => {
  const where = { webhook: { gameId: play.game.id } };
  return ctx.db.prisma.webhookCall.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
};

/** Makes the next attempt of every call of this game that waits, as the jobs do. */
async function sendAll(): Promise<void> {
  const where = { status: 'waiting' as const, webhook: { gameId: play.game.id } };
  const waiting = await ctx.db.prisma.webhookCall.findMany({ where, orderBy: { id: 'asc' } });
  for (const { id, event, webhookId } of waiting) {
    await (event === 'test'
      ? attemptTest({ ctx, publicUrl }, id)
      : attemptNext({ ctx, publicUrl }, webhookId));
  }
}

/** An event for the program: new sheets are asked for. */
async function remind(): Promise<void> {
  const webhook = await own.ctx.db.prisma.webhook.findFirstOrThrow({ where: { accountId: ann.id } });
  await inTransaction(ctx, (tx) =>
    announce(tx, ctx, {
      gameId: play.game.id,
      event: 'turn.reminder',
      turn: 1,
      seatId: String(webhook.seatId),
    }),
  );
}

const webhookOf = () => ctx.db.prisma.webhook.findFirstOrThrow({ where: { gameId: play.game.id } });

const bodies = () => receiver.got.map(({ body }) => JSON.parse(body));

describe('a program', () => {
  test('is told what happens, with a signature and without a secret', async () => {
    granted(await testSeatWebhook(ctx, bySeat()));
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    const number = gameNumber(play.game);
    expect(bodies().map(({ type, data }) => [type, data.turn])).toEqual([
      ['test', 1],
      ['turn.processed', 1],
      ['turn.open', 2],
    ]);
    const api = `${publicUrl}/api/games/${number}`;
    expect(bodies()[0]).toEqual({
      type: 'test',
      timestamp: '2027-03-01T12:00:00.000Z',
      data: {
        ...{ game: number, seat: play.seats[0]?.identifier, turn: 1, due: firstDue.toISOString() },
        links: { game: api, sheet: `${api}/sheet`, page: `${publicUrl}/my/games/${number}/sheet` },
      },
    });
    for (const { headers, body } of receiver.got) {
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
      const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
      expect(headers['webhook-signature']).toBe(expected);
      expect(body).not.toContain(ann.email);
    }
    expect(headersOf('webhook-timestamp')).toEqual(
      Array(3).fill(String(Date.parse('2027-03-01T12:00Z') / 1000)),
    );
    expect((await calls()).every(({ status }) => status !== 'waiting')).toBe(true);
  });

  test('is sent what the documentation shows', async () => {
    const docs = readFileSync(path.join(import.meta.dirname, '../../docs/api.md'), 'utf8');
    const [, example = ''] = /```json\n(\{ "type": "turn\.open"[^`]*)```/.exec(docs) ?? [];
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    const opened = receiver.got.find(({ body }) => body.includes('turn.open'))?.body ?? '';
    const number = gameNumber(play.game);
    const { due } = await ctx.db.prisma.gameSchedule.findFirstOrThrow({ where: { gameId: play.game.id } });
    const shown = example
      .replaceAll('EY-12', number)
      .replace('"seat": "AB"', `"seat": "${play.seats[0]?.identifier}"`)
      .replace('"turn": 3', '"turn": 2')
      .replace('2027-03-15T22:00:00.000Z', String(due?.toISOString()));
    expect(JSON.parse(opened)).toEqual(JSON.parse(shown));
  });

  test('is reminded only if its own sheet is missing', async () => {
    own.setNow(new Date(firstDue.getTime() - 24 * HOUR));
    await remindPlayers(ctx, { gameId: play.game.id, turn: 1 });
    await sendAll();
    expect(bodies().map(({ type, data }) => [type, data.seat])).toEqual([
      ['turn.reminder', play.seats[0]?.identifier],
    ]);
  });

  test('is called again with the same id at growing intervals, and in the end no more', async () => {
    receiver.answer(500);
    await remind();
    await sendAll();
    own.setNow(new Date('2027-03-01T12:02:00Z'));
    await sendAll();
    const [call] = await ctx.db.prisma.webhookCall.findMany({ where: { webhook: { gameId: play.game.id } } });
    expect(call).toMatchObject({ status: 'waiting', attempts: 2, outcome: 'The answer was 500.' });
    expect(call?.nextAttempt).toEqual(new Date('2027-03-01T12:07:00Z'));
    expect(new Set(headersOf('webhook-id')).size).toBe(1);
    receiver.answer(200);
    await sendAll();
    expect(receiver.got).toHaveLength(2);
    own.setNow(new Date('2027-03-01T12:07:00Z'));
    await sendAll();
    expect(receiver.got).toHaveLength(3);
    expect(await webhookOf()).toMatchObject({ failingSince: null, failures: 0, nextAttempt: null });
  });

  test('that fails is called for its oldest event only; the others follow in order when it works again', async () => {
    receiver.answer(500);
    await remind();
    own.setNow(new Date('2027-03-01T12:00:01Z'));
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    expect(bodies().map(({ type }) => type)).toEqual(['turn.reminder']);
    receiver.answer(204);
    await sendAll();
    expect(receiver.got).toHaveLength(1);
    own.setNow(new Date('2027-03-01T12:01:01Z'));
    await sendAll();
    expect(bodies().map(({ type }) => type)).toEqual([
      'turn.reminder',
      'turn.reminder',
      'turn.processed',
      'turn.open',
    ]);
  });

  test('has at most 20 events waiting; the oldest ones are dropped with a note', async () => {
    for (let i = 0; i < 22; i += 1) await remind();
    const all = await calls();
    expect(all.filter(({ status }) => status === 'waiting')).toHaveLength(20);
    expect(all.find(({ status }) => status === 'failed')?.outcome).toBe(
      'Not sent: more than 20 events were waiting.',
    );
  });

  test('is tested with one attempt, also while it fails or is switched off', async () => {
    receiver.answer(500);
    granted(await testSeatWebhook(ctx, bySeat()));
    granted(await testSeatWebhook(ctx, bySeat()));
    await sendAll();
    await sendAll();
    expect(receiver.got).toHaveLength(1);
    expect((await calls()).map(({ status, outcome }) => [status, outcome])).toEqual([
      ['failed', 'Not sent: there is a newer test.'],
      ['failed', 'The answer was 500.'],
    ]);
    expect(await webhookOf()).toMatchObject({ failingSince: null });
    await remind();
    await sendAll();
    const { failingSince, nextAttempt } = await webhookOf();
    expect(failingSince).not.toBeNull();
    // The address is saved again: it is called for a test, and stays as it is unless that succeeds.
    granted(await setSeatWebhook(ctx, { ...bySeat(), token, url: receiver.url }));
    await sendAll();
    expect(receiver.got).toHaveLength(3);
    expect(await webhookOf()).toMatchObject({ failingSince, nextAttempt, disabledAt: null });
    receiver.answer(204);
    granted(await setSeatWebhook(ctx, { ...bySeat(), token, url: receiver.url }));
    await sendAll();
    await sendAll();
    expect(bodies().map(({ type }) => type)).toEqual([
      'test',
      'turn.reminder',
      'test',
      'test',
      'turn.reminder',
    ]);
    expect(await webhookOf()).toMatchObject({ failingSince: null, nextAttempt: null });
  });

  test('is not called again at once for an attempt that was interrupted', async () => {
    await remind();
    granted(await testSeatWebhook(ctx, bySeat()));
    // Counted, as it is before the call is made, and then the server stopped.
    const [event, sent] = await calls();
    const at = new Date('2027-03-01T12:01:00Z');
    const counted = { failures: 1, failingSince: ctx.now(), nextAttempt: at };
    await ctx.db.prisma.webhook.update({ where: { id: String(event?.webhookId) }, data: counted });
    await ctx.db.prisma.webhookCall.updateMany({ data: { attempts: 1, nextAttempt: at } });
    await sendAll();
    expect(receiver.got).toEqual([]);
    const after = await ctx.db.prisma.webhookCall.findUniqueOrThrow({ where: { id: String(sent?.id) } });
    expect(after).toMatchObject({ status: 'failed', outcome: 'The server stopped during the call.' });
    own.setNow(at);
    await sendAll();
    expect(bodies().map(({ type }) => type)).toEqual(['turn.reminder']);
  });

  test('counts an attempt before it is made', async () => {
    await remind();
    const seen: unknown[] = [];
    receiver.whenCalled(async () => {
      const [call] = await calls();
      const { failures, nextAttempt } = await webhookOf();
      seen.push(call?.attempts, failures, nextAttempt);
    });
    await sendAll();
    receiver.whenCalled(null);
    expect(seen).toEqual([1, 1, new Date('2027-03-01T12:01:00Z')]);
  });

  test('is switched off when nothing has worked for three days, and its player is told', async () => {
    receiver.answer(302);
    await remind();
    await remind();
    await sendAll();
    const mails = () => ctx.db.prisma.delivery.findMany({ where: { accountId: ann.id, kind: 'notice' } });
    const before = (await mails()).length;
    own.setNow(new Date('2027-03-04T12:00:00Z'));
    await sendAll();
    expect(receiver.got).toHaveLength(2);
    const [mail] = (await mails()).slice(before);
    expect(mail?.detail).toMatchObject({ subject: 'your program is no longer called' });
    expect(JSON.stringify(mail?.detail)).toContain('The answer was 302. Redirects are not followed.');
    expect((await calls()).map(({ outcome }) => outcome)).toEqual([
      'The answer was 302. Redirects are not followed.',
      'Not sent: the address was switched off.',
    ]);
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    expect(receiver.got).toHaveLength(2);
    // Its secret stays when the address is saved again.
    expect(granted(await setSeatWebhook(ctx, { ...bySeat(), token, url: receiver.url }))).toBeNull();
    expect((await webhookOf()).disabledAt).not.toBeNull();
    await sendAll();
    expect((await webhookOf()).disabledAt).not.toBeNull();
    receiver.answer(204);
    granted(await testSeatWebhook(ctx, bySeat()));
    await sendAll();
    expect(await webhookOf()).toMatchObject({ disabledAt: null, failingSince: null });
  });

  test('is not called for a seat that is another’s now, also not for what waits', async () => {
    granted(await testSeatWebhook(ctx, bySeat()));
    const seatId = play.seats[0]?.id as string;
    granted(await handSeatToComputer(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, seatId }));
    expect(await ctx.db.prisma.webhook.count({ where: { seatId } })).toBe(0);
    await sendAll();
    expect(receiver.got).toEqual([]);
  });

  test('ends when everything ends that gives access to the account', async () => {
    granted(await setSecurityCode(ctx, ann.id, 'lantern tower nine'));
    granted(await setSecurityCode(ctx, ann.id, 'another tower nine'));
    expect(await ctx.db.prisma.webhook.count({ where: { accountId: ann.id } })).toBe(0);
  });

  test('cannot be in a private network, and there are not more than twenty', async () => {
    const strict = own.ctx;
    const codes = async (url: string) => codesOf(await setSeatWebhook(strict, { ...bySeat(), token, url }));
    expect(await codes('https://127.0.0.1/')).toEqual(['private']);
    expect(await codes('https://[::ffff:10.0.0.1]/')).toEqual(['private']);
    expect(await codes('http://bot.example.org/')).toEqual(['notHttps']);
    expect(await codes('https://ann:secret@bot.example.org/')).toEqual(['user-name']);
    expect(await codes('bot.example.org')).toEqual(['not-address']);
    // An address that was allowed once is looked at again before each call.
    granted(await testSeatWebhook(ctx, bySeat()));
    const where = { webhook: { gameId: play.game.id } };
    const { id } = await ctx.db.prisma.webhookCall.findFirstOrThrow({ where });
    await attemptTest({ ctx: strict, publicUrl }, id);
    expect(receiver.got).toEqual([]);
    const about = { kind: 'slack' as const, accountId: play.players[1]?.id as number, gameId: play.game.id };
    const data = Array.from({ length: 20 }, () => ({ ...about, url: receiver.url, createdAt: ctx.now() }));
    await ctx.db.prisma.webhook.createMany({ data });
    const theirs = await aSession(ctx, { accountId: about.accountId, method: 'code' });
    const another = { gameId: play.game.id, by: about.accountId, token: theirs, url: receiver.url };
    expect(codesOf(await setSeatWebhook(ctx, another))).toEqual(['too-many']);
  });
});

describe('a chat', () => {
  const add = (shape: 'discord' | 'slack', url = receiver.url) =>
    addChat(ctx, { gameId: play.game.id, by: play.gm.id, url, shape });

  test('gets the public news of a turn and new due dates, in the form of its service', async () => {
    await ctx.db.prisma.webhook.deleteMany({ where: { gameId: play.game.id } });
    granted(await add('discord'));
    granted(await add('slack', `${receiver.url}/slack`));
    const due = new Date('2027-04-01T12:00:00Z');
    granted(await setDueDate(ctx, { gameId: play.game.id, by: play.gm.id, turn: 1, due }));
    await sendAll();
    const number = gameNumber(play.game);
    const dated = `${number}, The test of the season: sheets for turn 1 are now due Thu, Apr 1, 2027, 8:00 AM EDT.\n${publicUrl}/games/${number}`;
    expect(bodies()).toEqual([{ content: dated, allowed_mentions: { parse: [] } }, { text: dated }]);
    receiver.got.length = 0;
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    const [discord, slack] = bodies();
    const where = { gameId: play.game.id, turn: 2, seatId: null };
    const { report } = await ctx.db.prisma.printout.findFirstOrThrow({ where });
    expect(report.news?.headline).toBeTruthy();
    expect(discord.content).toMatch(
      /: turn 1 is processed\. .+\.\nhttps:\/\/games\.example\.org\/games\/.+\/turns\/2$/,
    );
    expect(slack.text).toContain(String(report.news?.headline).slice(0, 12));
    expect(receiver.got[0]?.headers['webhook-signature']).toBeUndefined();
  });

  test('is one of Discord or Slack, unless the operator allows its host, and only the GM adds it', async () => {
    const url = 'https://discord.com/api/webhooks/1/abc';
    const strict = (address: string, by = play.gm.id) =>
      addChat(own.ctx, { gameId: play.game.id, by, url: address, shape: 'discord' });
    expect(codesOf(await strict('https://example.org/hook'))).toEqual(['not-chat']);
    expect(codesOf(await strict('https://discord.com.example.org/'))).toEqual(['not-chat']);
    expect(codesOf(await strict('https://constructor/hook'))).toEqual(['not-chat']);
    expect(codesOf(await strict('http://hooks.slack.com/services/x'))).toEqual(['notHttps']);
    expect(codesOf(await strict(url, ann.id))).toEqual(['not-gm']);
    granted(await strict(url));
    for (let i = 0; i < 4; i += 1) granted(await strict(`https://hooks.slack.com/services/${i}`));
    expect(codesOf(await strict(url))).toEqual(['too-many']);
  });

  test('that was deleted is not called again', async () => {
    await ctx.db.prisma.webhook.deleteMany({ where: { gameId: play.game.id } });
    granted(await add('slack'));
    receiver.answer(404);
    await processTurn(ctx, { gameId: play.game.id, turn: 1, by: play.gm.id });
    await sendAll();
    const [chat] = await ctx.db.prisma.webhook.findMany({ where: { gameId: play.game.id } });
    expect(chat?.disabledAt).not.toBeNull();
    const [mail] = await ctx.db.prisma.delivery.findMany({
      where: { accountId: play.gm.id, gameId: play.game.id, kind: 'notice' },
    });
    expect(mail?.detail).toMatchObject({ subject: 'a chat no longer gets the news' });
  });
});

function headersOf(name: string): unknown[] {
  return receiver.got.map(({ headers }) => headers[name]);
}
