import { beforeEach, expect, test } from 'vitest';
import { createToken } from '../../src/accounts/access-tokens.ts';
import { renewCalendarFeed } from '../../src/accounts/calendar-feed.ts';
import { lockAccount } from '../../src/accounts/lock-account.ts';
import { removePasskey } from '../../src/accounts/passkeys/passkeys.ts';
import { type AskingSession, closeSessions } from '../../src/accounts/sessions.ts';
import { updateAccount } from '../../src/accounts/update-account.ts';
import type { Account, Prisma } from '../../src/database/generated/client.ts';
import { deleteAccount } from '../../src/games/seats/delete-account.ts';
import { setSeatWebhook } from '../../src/games/webhooks/set-webhook.ts';
import type { Result } from '../../src/rules/result.ts';
import { codesOf, granted, runningGame, type TestGame } from '../games/game/play.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';

/*
 * What is asked for in a session that is ended at the same moment does not take effect. Otherwise a thief could keep a way
 * into the account that its owner has just closed.
 */

const own = useContext();
let play: TestGame;
let ann: Account;
let session: AskingSession;

beforeEach(async () => {
  play = await runningGame(own.ctx, { humans: 2, opponents: 2 });
  ann = play.players[0] as Account;
  session = { accountId: ann.id, token: await aSession(own.ctx, { accountId: ann.id, method: 'code' }) };
  const key = { id: `key of ${ann.id}`, name: 'phone', publicKey: new Uint8Array([1]) };
  await own.ctx.db.prisma.passkey.create({ data: { accountId: ann.id, ...key, createdAt: own.ctx.now() } });
});

const REQUESTS: Record<string, () => Promise<Result<unknown>>> = {
  createToken: () => createToken(own.ctx, session, { name: 'helper', scopes: ['read'], days: 30 }),
  renewCalendarFeed: () => renewCalendarFeed(own.ctx, session),
  removePasskey: () => removePasskey(own.ctx, session, `key of ${ann.id}`),
  setSeatWebhook: () => {
    const url = 'https://bot.example.org/';
    return setSeatWebhook(own.ctx, { gameId: play.game.id, by: ann.id, token: session.token, url });
  },
  updateAccount: () => {
    const details = { name: 'Ann Changed', timeZone: 'UTC', paper: 'a4' as const, address: null };
    return updateAccount(own.ctx, ann.id, { ...ann, ...details }, session.token);
  },
  deleteAccount: () => deleteAccount(own.ctx, ann.id, session.token),
};

/** What the requests would have changed. */
async function traces(): Promise<unknown> {
  const { prisma } = own.ctx.db;
  const where = { accountId: ann.id };
  const { deletedAt, name } = await prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  return {
    deletedAt,
    name,
    seat: (await prisma.seat.findUniqueOrThrow({ where: { id: String(play.seats[0]?.id) } })).accountId,
    tokens: await prisma.accessToken.count({ where }),
    calendars: await prisma.calendarFeed.count({ where }),
    webhooks: await prisma.webhook.count({ where }),
    passkeys: await prisma.passkey.count({ where }),
  };
}

/** Ends the sessions of the account while a request waits for the lock of its row, or is done without it. */
async function endWhile(request: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
  let asked: Promise<Result<unknown>> | undefined;
  let settled = false;
  await own.ctx.db.prisma.$transaction(
    async (tx) => {
      await lockAccount(tx, ann.id);
      asked = request().finally(() => {
        settled = true;
      });
      while (!settled && !(await isAwaited(tx))) {}
      await closeSessions(tx, ann.id, null);
    },
    { timeout: 30_000 },
  );
  return asked as Promise<Result<unknown>>;
}

/** Whether someone waits for a lock that this transaction holds. */
async function isAwaited(tx: Prisma.TransactionClient): Promise<boolean> {
  const [found] = await tx.$queryRaw<{ awaited: boolean }[]>`
    SELECT EXISTS (SELECT FROM pg_locks
      WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))) AS awaited`;
  return found?.awaited === true;
}

for (const [name, request] of Object.entries(REQUESTS)) {
  test(`${name} changes nothing if the session ends at the same moment`, async () => {
    const before = await traces();
    expect(codesOf(await endWhile(request))).toEqual(['session-ended']);
    expect(await traces()).toEqual(before);
  });

  test(`${name} is possible in a session that is open, and in no one else’s`, async () => {
    const [mine, other] = [session, play.players[1]?.id as number];
    session = { ...mine, token: await aSession(own.ctx, { accountId: other, method: 'code' }) };
    expect(codesOf(await request())).toEqual(['session-ended']);
    session = mine;
    granted(await request());
  });
}
