import type { MailFetcher } from '../../mail/fetching/mail-fetcher.ts';
import { counted } from '../../rules/numbers.ts';
import type { Condition, HealthCheck } from '../health.ts';

/**
 * Checks that mail can be fetched from the mailbox. Its mail waits there meanwhile, so the server stays ready.
 */
export function mailInCheck(
  fetcher: Pick<MailFetcher, 'failure' | 'passedOver' | 'unreadable'>,
): HealthCheck {
  return {
    name: 'mailIn',
    async run() {
      const failure = fetcher.failure();
      if (failure === null) return passedOverLevel(fetcher.passedOver(), fetcher.unreadable());
      const since = failure.since.toISOString().slice(0, 16).replace('T', ' ');
      const message = `Since ${since} UTC, no replies are fetched from the mailbox. ${failure.reason} The replies wait there.`;
      return { level: 'warning', message };
    },
  };
}

function passedOverLevel(broken: number, unreadable: number): Omit<Condition, 'check'> {
  const told = [
    ...(broken > 0
      ? [
          `the connection broke, or the mail server refused, again and again with ${counted(broken, 'e-mail')}, which ${areOrIs(broken)} passed over and tried again every 15 minutes`,
        ]
      : []),
    ...(unreadable > 0
      ? [
          `in the last day, ${counted(unreadable, 'e-mail')} to its addresses ${unreadable === 1 ? 'was' : 'were'} passed over without an answer, because the headers are too long or cannot be read`,
        ]
      : []),
  ];
  if (told.length === 0) return { level: 'ok', message: 'Mail is fetched from the mailbox.' };
  const message = `Mail is fetched from the mailbox, but ${told.join('; and ')}. Look into the inbox with a mail program, and ask the senders to send it again before you move or delete it.`;
  return { level: 'warning', message };
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are';
}
