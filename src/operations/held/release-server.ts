import type { AppContext } from '../../context.ts';
import type { Tx } from '../../database/client.ts';
import type { HeldReason, Prisma } from '../../database/generated/client.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import { downtimeHours } from '../../games/schedule/downtimes.ts';
import { gamesWithDatesIn } from '../../games/schedule/put-off.ts';
import { detailOfDone } from '../../mail/delivery/delivery-row.ts';
import { fail, ok, type Result } from '../../rules/result.ts';
import { databaseNow, recordDowntime } from '../downtime/record-downtime.ts';
import { downSince, readHeld } from './held-state.ts';
import { wasRestored } from './held-words.ts';
import { tellOfRestore } from './tell-of-restore.ts';
import { WAITING } from './waiting-mail.ts';

/** How a held server goes on. */
export interface Release {
  /** What becomes of dates that passed since the last heartbeat: they are put off, or the turns are processed now. */
  dates: 'putOff' | 'process';
  /** What becomes of mail that waits: it is sent, or canceled. */
  mail: 'send' | 'cancel';
  /** Whether players of running games, and GMs of these and of forming ones, are told that the server was restored from a backup. */
  tellPlayers: boolean;
}

/** What the release of a server did. */
export interface Released {
  canceledMails: number;
  /** How many mails tell players of the restore. */
  toldPlayers: number;
  /** How many mails tell GMs of it, one for each game. */
  toldGms: number;
}

/** What the operator chooses unless there is a reason to choose something else. */
export function defaultRelease(reason: HeldReason): Release {
  return { dates: 'putOff', mail: 'send', tellPlayers: wasRestored(reason) };
}

const NOT_PUT_OFF =
  'With DOWNTIME_EXTENSION_HOURS=0, no date is put off, so turns whose dates have passed would be processed at once. Set it to at least 1 and restart the server while it is held, or choose to process these turns now.';

/**
 * Releases a held server: its processes start working within seconds. All of it is one transaction.
 * Problems: `not-held`; `not-put-off` if dates cannot be put off because of the settings.
 */
export async function releaseServer(ctx: AppContext, release: Release): Promise<Result<Released>> {
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT "id" FROM "ServerState" WHERE "id" = 1 FOR UPDATE`;
    const held = await readHeld(ctx, tx);
    if (held === null) return fail('', 'not-held', 'The server is not held.');
    const now = await databaseNow(tx);
    const { seenAt } = held;
    const from = downSince(held);
    if (release.dates === 'putOff' && from < now) {
      const downtime = { from, until: now };
      if (downtimeHours(ctx) === 0 && (await gamesWithDatesIn(tx, downtime)).length > 0)
        return fail('dates', 'not-put-off', NOT_PUT_OFF);
      await recordDowntime(tx, downtime);
    }
    // Before people are told, or those mails would be canceled, too.
    const canceledMails = release.mail === 'cancel' ? await cancelWaitingMail(tx) : 0;
    const told = release.tellPlayers ? await tellOfRestore(tx, ctx, seenAt) : { toldPlayers: 0, toldGms: 0 };
    await recordRelease(tx, now);
    const released = { canceledMails, ...told };
    ctx.log.info({ ...release, ...released }, 'the server is released');
    return ok(released);
  });
}

async function recordRelease(tx: Tx, now: Date): Promise<void> {
  const { beats, portSeenAt, mailboxSeenAt } = await tx.serverState.findUniqueOrThrow({ where: { id: 1 } });
  const byClock = BigInt(now.getTime());
  const data = {
    ...{ heldAt: null, heldReason: null },
    // With a heartbeat from now, the time since the last one does not count as downtime a second time, or at all.
    seenAt: now,
    // The same goes for the signs of what receives mail.
    portSeenAt: portSeenAt && now,
    mailboxSeenAt: mailboxSeenAt && now,
    // More heartbeats than in the time that was lost: processes and data folders that remember those must not miss them.
    beats: beats < byClock ? byClock : beats + 1n,
  };
  await tx.serverState.update({ where: { id: 1 }, data });
}

/** No worker runs while the server is held, so no mail is being sent, whatever its status says. Its secrets are erased. */
async function cancelWaitingMail(tx: Tx): Promise<number> {
  const where = { status: { in: [...WAITING] } };
  await tx.composedMail.deleteMany({ where: { delivery: where } });
  const mails = await tx.delivery.findMany({ where, select: { id: true, kind: true, detail: true } });
  for (const { id, ...mail } of mails) {
    const detail = detailOfDone(mail, 'failed') as Prisma.InputJsonObject | undefined;
    if (detail !== undefined && Object.keys(mail.detail).length > 0)
      await tx.delivery.update({ where: { id }, data: { detail } });
  }
  const lastError = 'Canceled by the operator after a restore.';
  const data = { status: 'failed' as const, nextAttempt: null, lastError };
  return (await tx.delivery.updateMany({ where, data })).count;
}
