import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { renewCalendarFeed } from '../../src/accounts/calendar-feed.ts';
import { mailPasskeyNotice } from '../../src/accounts/passkeys/passkeys.ts';
import { requestEmailChange, requestSignInLink } from '../../src/accounts/requested-mail.ts';
import { authenticate, setSecurityCode } from '../../src/accounts/security-codes.ts';
import { readSession } from '../../src/accounts/sessions.ts';
import { issueInvitationLink, issueSignInLink, redeemSignInLink } from '../../src/accounts/sign-in-links.ts';
import type { AppContext } from '../../src/context.ts';
import { openDatabase } from '../../src/database/client.ts';
import { makeBackup } from '../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../src/operations/backup/restore-backup.ts';
import { anAccount, granted, runningGame } from '../games/game/play.ts';
import { answerRequests } from '../helpers/requested-mail.ts';
import { aSession } from '../helpers/session.ts';
import { useContext } from '../helpers/use-context.ts';
import { emptyDatabase } from '../operations/backup/rich-database.ts';

/* A restore must not bring back access that was ended after the backup was made. */

const own = useContext();

test('a restored server that is held has no sessions and no links, and the codes of the backup', async () => {
  const { ctx } = own;
  const ann = await anAccount(ctx, 'Ann Baker');
  granted(await setSecurityCode(ctx, ann.id, 'lantern tower nine'));
  const session = await aSession(ctx, { accountId: ann.id, method: 'code' });
  const link = await issueSignInLink(ctx.db.prisma, ctx, ann.id, 10);
  const bob = await anAccount(ctx, 'Bob');
  await issueInvitationLink(ctx.db.prisma, ctx, bob.id);
  await requestSignInLink(ctx, ann.email, { next: '', minutes: 10 });
  // The new code has ended what was asked for before, so the account is read again, as a page does.
  const today = await ctx.db.prisma.account.findUniqueOrThrow({ where: { id: ann.id } });
  granted(await requestEmailChange(ctx, today, 'thief@elsewhere.test'));
  await answerRequests(ctx);
  const token = { accountId: ann.id, name: 'helper', scopes: ['sheets'], tokenHash: 'hash' };
  const endsAt = new Date(ctx.now().getTime() + 86_400_000);
  await ctx.db.prisma.accessToken.create({ data: { ...token, createdAt: ctx.now(), endsAt } });
  await mailPasskeyNotice(ctx.db.prisma, ctx, ann.id, { what: 'tokenAdded', token: 'helper' });
  granted(await renewCalendarFeed(ctx, { accountId: ann.id, token: session }));
  const { game } = await runningGame(ctx, { humans: 2, opponents: 2 });
  await ctx.db.prisma.gamePolicy.update({ where: { gameId: game.id }, data: { joinLink: 'a'.repeat(64) } });
  const hook = { accountId: ann.id, gameId: game.id, url: 'https://hooks.test/', createdAt: ctx.now() };
  await ctx.db.prisma.webhook.createMany({
    data: [
      { ...hook, kind: 'program', seatId: game.seats[0]?.id ?? null, secret: Buffer.alloc(32) },
      { ...hook, kind: 'discord' },
    ],
  });
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-restored-'));
  const file = path.join(dir, 'all.backup.gz');
  granted(await makeBackup(own.url, file, { replay: false }));
  const target = await emptyDatabase();
  granted(await restoreBackup(target.url, granted(await checkRestorable(file)), { hold: true }));
  const db = await openDatabase(target.url);
  const restored = { ...ctx, db };
  try {
    expect(await readSession(restored, session)).toBeNull();
    expect(await redeemSignInLink(restored, link)).toBeNull();
    const { prisma } = db;
    const left = [prisma.session.count(), prisma.signInLink.count(), prisma.addressProof.count()];
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
    for (const table of await tablesOfTokens(ctx)) {
      expect([table, await rowsOf(ctx, table)]).not.toEqual([table, 0]);
      expect([table, await rowsOf(restored, table)]).toEqual([table, 0]);
    }
    expect(await prisma.gamePolicy.findMany({ select: { joinLink: true } })).toEqual([{ joinLink: null }]);
    expect(await prisma.webhook.findMany({ select: { kind: true } })).toEqual([{ kind: 'discord' }]);
    const mails = await prisma.delivery.findMany({ where: { kind: { in: ['signInLink', 'confirmation'] } } });
    const isNotice = (detail: unknown) => (detail as { what?: string }).what === 'tokenAdded';
    const links = mails.filter(({ detail }) => !isNotice(detail));
    expect(links).toHaveLength(2);
    for (const mail of links) expect(mail).toMatchObject({ status: 'failed', detail: {} });
    // The owner still learns that someone has made a token.
    expect(mails.filter(({ detail }) => isNotice(detail))).toMatchObject([{ status: 'queued' }]);
    const given = { account: String(ann.id), code: 'lantern tower nine' };
    expect((await authenticate(restored, given)).ok).toBe(true);
  } finally {
    await db.close();
    await target.drop();
    await rm(dir, { recursive: true, force: true });
  }
}, 60_000);

/** Every table that has the hash of a secret with which someone is recognized. A new one has to be filled by the test, too. */
async function tablesOfTokens({ db }: Pick<AppContext, 'db'>): Promise<string[]> {
  const found = await db.prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'tokenHash'`;
  expect(found).not.toEqual([]);
  return found.map(({ name }) => name);
}

async function rowsOf({ db }: Pick<AppContext, 'db'>, table: string): Promise<number> {
  const rows = await db.prisma.$queryRawUnsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM "${table}"`);
  return rows[0]?.n ?? 0;
}
