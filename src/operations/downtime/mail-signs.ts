import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../games/game/game-store.ts';
import { type Downtime, isSilent } from '../../games/schedule/downtimes.ts';
import { MAX_MAIL_GAP, type MailWay } from '../../games/schedule/mail-signs.ts';
import { readClocks } from './clock-reading.ts';
import { judgeGap, type OwnSign } from './gaps.ts';
import { databaseNow, recordDowntime } from './record-downtime.ts';

/*
 * What receives mail says so again and again: the process that listens at the port, every few seconds, and the one that
 * fetches from the mailbox, whenever it has looked through it. A look finds the mail that had come when it began. Where these
 * signs are missing, players could not send sheets by mail. A server that does not receive mail in one of these ways has no
 * signs of it.
 */

/** Milliseconds between two signs of the port. */
const INTERVAL = 5_000;

/** Milliseconds between two signs during a look through the mailbox. */
const PROGRESS_INTERVAL = 30_000;

/** What signs of a way of receiving mail need. */
export interface MailSignOptions {
  ctx: AppContext;
  way: MailWay;
  /** Looks whether the server is held. A held one gives no sign. */
  isHeldNow?: () => Promise<boolean>;
  /** Milliseconds by a clock that cannot be set; for tests. */
  uptime?: () => number;
}

/** The signs of a way of receiving mail that come by the clock. */
export interface MailSigns {
  /** Gives no more signs. Safe to call twice. */
  stop(): Promise<void>;
}

/** Forgets the signs of the ways in which the server does not receive mail, so that no turn waits for it. */
export async function forgetMailSigns(ctx: AppContext, ways: readonly MailWay[]): Promise<void> {
  const data = {
    ...(ways.includes('port') && { portSeenAt: null }),
    ...(ways.includes('mailbox') && { mailboxSeenAt: null }),
  };
  await ctx.db.prisma.serverState.updateMany({ where: { id: 1 }, data });
}

/** Says that mail could be received until now. None of its functions throws. */
export interface MailSign {
  /** A look through a mailbox begins: it will find all mail that has come until now, and perhaps none that comes later. */
  begin(): Promise<void>;
  /** All mail has been taken that had come when the last look began, or until now if there are no looks. */
  complete(): Promise<void>;
  /**
   * Mail has been taken, but more may wait: a look through a large mailbox takes long, which is no downtime. Mostly does nothing,
   * because it may be called for each mail.
   */
  progress(): Promise<void>;
}

/** Until when all mail has been taken; null if that is not known. */
type TakenUntil = Date | 'now' | null;

/** Creates the sign of a way of receiving mail. */
export function createMailSign(options: MailSignOptions): MailSign {
  const { ctx, way, isHeldNow = async () => false, uptime = () => performance.now() } = options;
  let last: OwnSign | null = null;
  let failing = false;
  let givenAt = Number.NEGATIVE_INFINITY;
  let takenUntil: TakenUntil = 'now';
  const give = async (until: TakenUntil) => {
    try {
      if (await isHeldNow()) return;
      givenAt = uptime();
      const { downtime = null, own = last } = (await giveSign(options, last, until)) ?? {};
      if (downtime !== null) {
        const message =
          'no mail could be received for some time: the dates that passed meanwhile are put off';
        ctx.log.warn({ ...downtime, way }, message);
      }
      last = own;
      failing = false;
    } catch (error) {
      // Once is enough: the health check of the database logs when it fails and when it is back.
      if (!failing) ctx.log.warn({ err: error, way }, 'it could not be recorded that mail can be received');
      failing = true;
    }
  };
  return {
    async begin() {
      takenUntil = await databaseNow(ctx.db.prisma).catch(() => null);
    },
    complete: () => give(takenUntil),
    async progress() {
      if (uptime() - givenAt >= PROGRESS_INTERVAL) await give(null);
    },
  };
}

/** Gives a sign now and every few seconds, whenever mail can be received. */
export function startMailSigns(
  options: MailSignOptions & { canReceive: () => boolean; interval?: number },
): MailSigns {
  const sign = createMailSign(options);
  let running: Promise<void> | null = null;
  const pulse = () => {
    if (!options.canReceive()) return;
    running ??= sign.complete().finally(() => {
      running = null;
    });
  };
  pulse();
  const timer = setInterval(pulse, options.interval ?? INTERVAL);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Records until when all mail was taken, and the downtime since the last sign if that is too old. A look itself is no downtime, so the
 * time since this sign counts from now. Null if the server is held, or if its pages may be down.
 */
async function giveSign(
  { ctx, way, uptime = () => performance.now() }: MailSignOptions,
  last: OwnSign | null,
  takenUntil: TakenUntil,
): Promise<{ downtime: Downtime | null; own: OwnSign } | null> {
  const column = way === 'port' ? 'portSeenAt' : 'mailboxSeenAt';
  return inTransaction(ctx, async (tx) => {
    await tx.$queryRaw`SELECT "id" FROM "ServerState" WHERE "id" = 1 FOR UPDATE`;
    const state = await tx.serverState.findUniqueOrThrow({ where: { id: 1 } });
    if (state.heldAt !== null) return null;
    // Read after the lock, since another process may have held it for a while.
    const reading = await readClocks(tx, ctx, uptime);
    // The whole server may be down. That is recorded first, because its dates are put off by more.
    if (state.seenAt !== null && isSilent(state.seenAt, reading.database)) return null;
    if (takenUntil !== null) {
      const data = { [column]: takenUntil === 'now' ? reading.database : takenUntil };
      await tx.serverState.update({ where: { id: 1 }, data });
    }
    const lastSign = state[column];
    const { gap, counts, own } = judgeGap({ lastSign, last, reading, maxGap: MAX_MAIL_GAP });
    const downtime = gap !== null && counts ? { ...gap, ofMailOnly: true } : null;
    if (downtime !== null) await recordDowntime(tx, downtime);
    return { downtime, own };
  });
}
