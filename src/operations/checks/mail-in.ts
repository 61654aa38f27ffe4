import type { MailFetcher } from '../../mail/fetching/mail-fetcher.ts';
import { counted } from '../../rules/numbers.ts';
import type { Condition, HealthCheck } from '../health.ts';

/**
 * Checks that mail can be fetched from the mailbox. Its mail waits there meanwhile, so the server stays ready.
 */
export function mailInCheck(fetcher: Pick<MailFetcher, 'failure' | 'passedOver'>): HealthCheck {
  return {
    name: 'mailIn',
    async run() {
      const failure = fetcher.failure();
      if (failure === null) return passedOverLevel(fetcher.passedOver());
      const since = failure.since.toISOString().slice(0, 16).replace('T', ' ');
      const message = `Since ${since} UTC, no replies are fetched from the mailbox. ${failure.reason} The replies wait there.`;
      return { level: 'warning', message };
    },
  };
}

function passedOverLevel(count: number): Omit<Condition, 'check'> {
  if (count === 0) return { level: 'ok', message: 'Mail is fetched from the mailbox.' };
  const mails = counted(count, 'e-mail');
  const message = `Mail is fetched from the mailbox, but the connection broke again and again with ${mails}, which ${count === 1 ? 'is' : 'are'} passed over. Look into the mailbox with a mail program, and move or delete what is in the inbox.`;
  return { level: 'warning', message };
}
