import type { AppContext } from '../../context.ts';
import type { DeliveryKind, DeliveryStatus } from '../../database/generated/client.ts';
import { counted } from '../../rules/numbers.ts';

/** The statuses of mail that has not been sent and is not given up. */
export const WAITING: readonly DeliveryStatus[] = ['queued', 'sending', 'retrying'];

/** Mails of one kind that wait to be sent. */
export interface WaitingMail {
  kind: DeliveryKind;
  mails: number;
  /** To how many addresses. */
  people: number;
}

/** The mail that waits to be sent, by kind. */
export async function waitingMail(ctx: Pick<AppContext, 'db'>): Promise<WaitingMail[]> {
  const groups = await ctx.db.prisma.delivery.groupBy({
    by: ['kind', 'toAddress'],
    where: { status: { in: [...WAITING] } },
    _count: { _all: true },
    orderBy: { kind: 'asc' },
  });
  const byKind = new Map<DeliveryKind, WaitingMail>();
  for (const { kind, _count } of groups) {
    const { mails, people } = byKind.get(kind) ?? { mails: 0, people: 0 };
    byKind.set(kind, { kind, mails: mails + _count._all, people: people + 1 });
  }
  return [...byKind.values()];
}

const NAMES: Record<DeliveryKind, string> = {
  printout: 'printout',
  receipt: 'receipt',
  invitation: 'invitation',
  signInLink: 'sign-in link',
  confirmation: 'confirmation',
  refusal: 'refusal of an e-mail',
  notice: 'notice',
  letter: 'private letter',
  message: 'private message',
  answer: 'answer to an e-mail',
  digest: 'daily digest',
};

/** `12 printouts to 8 people`. */
export function waitingMailInWords({ kind, mails, people }: WaitingMail): string {
  return `${counted(mails, NAMES[kind])} to ${counted(people, 'person', 'people')}`;
}
