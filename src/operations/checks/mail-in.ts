import type { MailFetcher } from '../../mail/fetching/mail-fetcher.ts';
import type { HealthCheck } from '../health.ts';

/**
 * Checks that mail can be fetched from the mailbox. Its mail waits there meanwhile, so the server stays ready.
 */
export function mailInCheck(fetcher: Pick<MailFetcher, 'failure'>): HealthCheck {
  return {
    name: 'mailIn',
    async run() {
      const failure = fetcher.failure();
      if (failure === null) return { level: 'ok', message: 'Mail is fetched from the mailbox.' };
      const since = failure.since.toISOString().slice(0, 16).replace('T', ' ');
      const message = `Since ${since} UTC, no replies are fetched from the mailbox. ${failure.reason} The replies wait there.`;
      return { level: 'warning', message };
    },
  };
}
