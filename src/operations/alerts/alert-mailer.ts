import type { Logger } from 'pino';
import { loggedFailure } from '../../mail/delivery/logged-failure.ts';
import type { Transport } from '../../mail/delivery/transport.ts';
import { type AlertMailSettings, composeAlertMail } from './alert-mail.ts';
import type { AlertPlan } from './alert-state.ts';

/** Sends alert mails, one attempt after another with growing waits between them. */
export interface AlertMailer {
  /** Whether the wait after the last failed attempt is over. If the clock was set back since, it is. */
  isReady(now: Date): boolean;
  /** Forgets failed attempts, because there is nothing to tell anymore. */
  forgetFailure(): void;
  /** Since when all attempts have failed; null if the last one did not. If the clock was set back since, it is now. */
  failingSince(now: Date): Date | null;
  /** Makes one attempt. Returns whether the mail server took the mail. */
  send(plan: AlertPlan, to: readonly string[], now: Date): Promise<boolean>;
}

export interface AlertMailerOptions extends AlertMailSettings {
  /** Sends the mail, directly to the mail server: the queue in the database may be what does not work. */
  transport: Transport;
  log: Logger;
  /** Milliseconds until a mail that could not be sent is tried again; they double with each attempt. */
  retryWait?: number;
}

const MINUTE = 60_000;

/** The most milliseconds between two attempts to send a mail. */
const MAX_RETRY_WAIT = 10 * MINUTE;

export function createAlertMailer(options: AlertMailerOptions): AlertMailer {
  const { transport, log, retryWait = MINUTE } = options;
  let wait = retryWait;
  let failed: { since: Date; at: Date; nextAttempt: Date } | null = null;
  return {
    isReady: (now) => failed === null || now >= failed.nextAttempt || now < failed.at,
    forgetFailure() {
      wait = retryWait;
      failed = null;
    },
    failingSince(now) {
      if (failed === null) return null;
      return failed.since > now ? now : failed.since;
    },
    async send(plan, to, now) {
      try {
        await transport.send(composeAlertMail(plan, options, { to, now }));
        wait = retryWait;
        failed = null;
        log.info({ reason: plan.reason, recipients: to.length }, 'told the operators by mail');
        return true;
      } catch (error) {
        failed = { since: failed?.since ?? now, at: now, nextAttempt: new Date(now.getTime() + wait) };
        wait = Math.min(2 * wait, MAX_RETRY_WAIT);
        log.warn({ err: loggedFailure(error) }, 'could not tell the operators by mail; trying again later');
        return false;
      }
    },
  };
}
