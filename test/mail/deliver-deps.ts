import type { AppContext } from '../../src/context.ts';
import { createPdfCache } from '../../src/jobs/pdf-cache.ts';
import type { DeliverDeps } from '../../src/mail/delivery/deliver.ts';
import type { Transport } from '../../src/mail/delivery/transport.ts';

/** The bare address from which the mail of tests is sent. */
export const SENDER = 'post@whistlestop.test';
/** The sender of the mail of tests. */
export const FROM = `Whistlestop <${SENDER}>`;
/** The address of the pages in tests. */
export const PUBLIC_URL = 'https://whistlestop.test';

/** What sending mail needs, with test values for everything but the context and the transport. */
export function deliverDeps(
  ctx: AppContext,
  transport: Transport,
  more: Partial<DeliverDeps> = {},
): DeliverDeps {
  return { ctx, transport, from: FROM, publicUrl: PUBLIC_URL, renderPdf: createPdfCache(), ...more };
}
