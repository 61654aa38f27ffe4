import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/client.ts';
import { enqueueDelivery, writeDeliveries } from '../../../src/database/outbox.ts';
import { makeBackup } from '../../../src/operations/backup/make-backup.ts';
import { checkRestorable, restoreBackup } from '../../../src/operations/backup/restore-backup.ts';
import { anAccount, granted } from '../../games/game/play.ts';
import { useContext } from '../../helpers/use-context.ts';
import { emptyDatabase } from './rich-database.ts';

/* Text that PostgreSQL stores in JSON, and that it cannot read again: NUL, and half of a surrogate pair. */

const own = useContext();
const TEXT = 'One\0 two \ud83d three';

test('mail is stored without such text', async () => {
  const { db } = own.ctx;
  const account = await anAccount(own.ctx, 'Ann Baker');
  const draft = { kind: 'answer', account, detail: { lists: [{ items: [TEXT] }], ok: '\\u0000' } } as const;
  await db.prisma.$transaction(async (tx) => {
    await enqueueDelivery(tx, draft, own.ctx);
    await writeDeliveries(tx, [draft], own.ctx);
  });
  const read = `select "detail"->'lists'->0->'items'->>0 as text, "detail"->>'ok' as ok from "Delivery" where "accountId" = $1`;
  const { rows } = await db.pool.query(read, [account.id]);
  const stored = { text: 'One two \ufffd three', ok: '\\u0000' };
  expect(rows).toEqual([stored, stored]);
});

test('a backup that has such text in waiting mail can be restored', async () => {
  const { db } = own.ctx;
  const account = await anAccount(own.ctx, 'Bert Cole');
  for (const kind of ['answer', 'signInLink'] as const) {
    await db.prisma.$transaction((tx) =>
      enqueueDelivery(tx, { kind, account, detail: { token: 'secret' } }, own.ctx),
    );
  }
  // As earlier versions stored it.
  const detail = JSON.stringify({ token: 'secret', text: TEXT });
  await db.pool.query(`update "Delivery" set "detail" = $1::json where "accountId" = $2`, [
    detail,
    account.id,
  ]);
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-unreadable-'));
  const file = path.join(dir, 'all.backup.gz');
  granted(await makeBackup(own.url, file, { replay: true }));
  const target = await emptyDatabase();
  granted(await restoreBackup(target.url, granted(await checkRestorable(file)), { hold: true }));
  const restored = await openDatabase(target.url);
  try {
    const sql = `select "kind", "status", "detail"::text as detail from "Delivery" where "accountId" = $1 order by "kind"::text`;
    expect((await restored.pool.query(sql, [account.id])).rows).toEqual([
      { kind: 'answer', status: 'queued', detail },
      { kind: 'signInLink', status: 'failed', detail: '{}' },
    ]);
  } finally {
    await restored.close();
    await target.drop();
    await rm(dir, { recursive: true });
  }
});
