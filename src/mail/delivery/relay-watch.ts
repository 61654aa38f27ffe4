import type { AppContext } from '../../context.ts';
import { correctMailTimes } from './correct-mail-times.ts';
import { reviveMail } from './revive-mail.ts';
import type { Transport } from './transport.ts';
import { countWaitingMail, releaseMailForRelay, requeueLostMail, waitsForRelay } from './waiting-mail.ts';

/** Watches the mail server for a worker. */
export interface RelayWatch {
  /** Why the mail server did not take mail when it was asked last; null if it did. */
  lastAnswer(): string | null;
  /** What the mail server said to the last mail if it refuses all mail although it can be reached; null if it does not. */
  refusal(): string | null;
  /** Stops watching. Safe to call twice. */
  stop(): Promise<void>;
}

/** What the watch needs. */
export interface RelayWatchOptions {
  ctx: AppContext;
  transport: Transport;
  /** Milliseconds between two looks; for tests. */
  interval?: number;
  /** Milliseconds between two looks at what is seldom wrong; for tests. */
  idleInterval?: number;
}

/** Milliseconds between two looks at the mail that waits. */
const INTERVAL = 5_000;

/**
 * Milliseconds after which the mail server is asked although no mail waits, so that the operator hears of it early, and after which
 * mail is looked for that waits for something that will not come.
 */
const IDLE_INTERVAL = 3_600_000;

/**
 * Milliseconds until mail is released again that came back although the mail server answers: it may be refusing
 * connections because there are too many. Doubled every time. Until then, the mail server is not asked either.
 */
const PAUSE = { first: 15_000, longest: 3_600_000 };

/**
 * The longest time in milliseconds after which a mail server that refused to be asked is asked again. It is the time between two
 * looks at first, doubled every time: services lock an account after many sign-ins with a wrong password.
 */
const LONGEST_REFUSAL = 300_000;

/** Whether the mail server said no in its own words, which begin with a reply code, and is not only away. */
const isRefusal = (answer: string | null) => answer !== null && /^[45]\d\d[ -]/.test(answer);

/**
 * While mail waits because the mail server could not be reached, asks every few seconds whether it answers, or less often if
 * it refuses the sign-in, and then makes all of that mail due. Several servers may watch at the same time.
 */
export function startRelayWatch(options: RelayWatchOptions): RelayWatch {
  const { ctx, transport, interval = INTERVAL, idleInterval = IDLE_INTERVAL } = options;
  let answer: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let mendedAt = Number.NEGATIVE_INFINITY;
  /** The mail that was released since the mail server answers, and from when on it may be released again. */
  const released = new Set<string>();
  let notBefore = 0;
  let pause = PAUSE.first;
  /** After a refusal: how long to wait before the mail server is asked again, and until when. */
  let wait = interval;
  let askAgainAt = 0;
  let stopped = false;
  let asking = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const { forRelay, notDue } = await countWaitingMail(ctx);
    const rarely = performance.now() - askedAt >= idleInterval;
    if (performance.now() - mendedAt >= idleInterval) {
      const isFirst = mendedAt < 0;
      mendedAt = performance.now();
      await mendWaitingMail(ctx, isFirst);
    }
    if (forRelay === 0) startOver();
    const needsAnswer = answer === null ? notDue > 0 && (await maySend()) : performance.now() >= askAgainAt;
    if (!needsAnswer && !rarely) return;
    await ask();
    if (stopped) return;
    if (answer === null && notDue > 0) await release();
  }

  /**
   * Whether mail may be released if the mail server answers. While mail that came back has to wait, there is nothing to ask
   * for: services take a client that signs in again and again for an attacker, and lock its account.
   */
  async function maySend(): Promise<boolean> {
    return performance.now() >= notBefore || (await waitsForRelay(ctx, released));
  }

  async function ask(): Promise<void> {
    const before = answer;
    asking = true;
    answer = await transport.probe().finally(() => {
      asking = false;
    });
    askedAt = performance.now();
    askAgainAt = askedAt + (isRefusal(answer) ? wait : 0);
    wait = isRefusal(answer) ? Math.min(2 * wait, LONGEST_REFUSAL) : interval;
    // It is away, and not only full: once it is back, nothing has to wait.
    if (answer !== null) startOver();
    if (answer !== null && before === null) ctx.log.error({ answer }, 'the mail server cannot be reached');
    if (answer === null && before !== null) ctx.log.info('the mail server can be reached again');
  }

  function startOver(): void {
    released.clear();
    notBefore = 0;
    pause = PAUSE.first;
  }

  async function release(): Promise<void> {
    const again = performance.now() >= notBefore;
    // Mail whose attempt began during the outage and failed only now was not released yet.
    const ids = await releaseMailForRelay(ctx, again ? [] : released);
    for (const id of ids) released.add(id);
    if (ids.length > 0)
      ctx.log.info({ released: ids.length }, 'sending the mail that waited for the mail server');
    if (!again) return;
    notBefore = performance.now() + pause;
    pause = Math.min(2 * pause, PAUSE.longest);
  }

  let looking = Promise.resolve();
  function lookAgain(): void {
    looking = look()
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'could not look for mail that waits'))
      .then(() => {
        if (!stopped) timer = setTimeout(lookAgain, interval);
      });
  }
  lookAgain();

  return {
    lastAnswer: () => answer,
    refusal: () => transport.refused.answer(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      // A mail server that does not answer must not hold up the stop. Nothing happens after it has answered.
      if (!asking) await looking;
    },
  };
}

/** @param isFirst whether the process has just started */
async function mendWaitingMail(ctx: AppContext, isFirst: boolean): Promise<void> {
  const lost = await requeueLostMail(ctx);
  if (lost > 0) ctx.log.warn({ found: lost }, 'mail had lost its jobs and has new ones now');
  const ahead = await correctMailTimes(ctx);
  if (ahead > 0) ctx.log.warn({ found: ahead }, 'mail had times of a clock that was ahead and is sent now');
  const revived = isFirst ? 0 : await reviveMail(ctx);
  if (revived > 0)
    ctx.log.warn({ found: revived }, 'mail had failed because a clock was ahead and is sent now');
}
