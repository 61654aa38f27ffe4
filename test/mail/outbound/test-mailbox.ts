import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { AppContext } from '../../../src/context.ts';
import type { Delivery } from '../../../src/database/generated/client.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { openMailbox, type StoredMail } from '../../../src/mail/mailbox/mailbox.ts';
import { deliverDeps } from '../deliver-deps.ts';

/** A mailbox that gets mail in a real SMTP conversation. */
export interface TestMailbox {
  /** Sends a delivery and returns the mail that arrived, parsed and as source. */
  send(ctx: AppContext, delivery: Delivery): Promise<StoredMail & { source: string }>;
  /** Attempts a delivery without expecting anything. */
  attempt(ctx: AppContext, delivery: Delivery): ReturnType<typeof attemptDelivery>;
  close(): Promise<void>;
}

export async function openTestMailbox(): Promise<TestMailbox> {
  const dir = await mkdtemp(path.join(tmpdir(), 'test-mailbox-'));
  const mailbox = await openMailbox({ dir, log: pino({ level: 'silent' }) });
  const transport = openTransport({ url: mailbox.smtpUrl });
  const attempt: TestMailbox['attempt'] = (ctx, { id }) => attemptDelivery(deliverDeps(ctx, transport), id);
  return {
    attempt,
    async send(ctx, delivery) {
      expect(await attempt(ctx, delivery)).toBe('sent');
      for (const { id } of await mailbox.list()) {
        const mail = await mailbox.read(id);
        if (mail?.messageId !== delivery.messageId) continue;
        return { ...mail, source: (await mailbox.raw(id))?.toString() ?? '' };
      }
      throw new Error('The mail did not arrive.');
    },
    async close() {
      transport.close();
      await mailbox.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** The values of all headers with this name. */
export function headerValues(mail: StoredMail, name: string): string[] {
  return mail.headers.filter((header) => header.name === name).map((header) => header.value);
}

/** The plain text of a mail without its line breaks. */
export function flatText(mail: StoredMail): string {
  return (mail.text ?? '').replace(/\s+/g, ' ');
}

/** The text of a mail's HTML without tags and line breaks. */
export function flatHtml(mail: StoredMail): string {
  return (mail.html ?? '')
    .replace(/<style.*?<\/style>|<[^>]*>/gs, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
}
