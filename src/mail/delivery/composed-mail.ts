import { linkHasExpired } from '../../accounts/sign-in-links.ts';
import type { AppContext } from '../../context.ts';
import type { Delivery } from '../../database/generated/client.ts';
import { composeMessage } from '../outbound/compose-delivery.ts';
import type { ComposeDeps } from '../outbound/composer.ts';
import { UnsendableError } from './delivery-failure.ts';

/**
 * Returns the message of a delivery for one attempt. The first attempt composes it and stores it before anything is
 * sent; all others send the same bytes, whatever has changed in the game meanwhile.
 * @param attempt the number of the attempt
 * @returns null if another attempt has taken over, so that this one must not send anything
 * @throws UnsendableError if the mail must not be sent any more
 */
export async function messageOf(
  deps: ComposeDeps,
  delivery: Delivery,
  attempt: number,
): Promise<Buffer | null> {
  const { ctx } = deps;
  await requireSendable(ctx, delivery);
  const stored = await ctx.db.prisma.composedMail.findUnique({ where: { deliveryId: delivery.id } });
  if (stored === null)
    return await store(ctx, delivery, { attempt, message: await composeMessage(deps, delivery) });
  return Buffer.from(stored.message);
}

/** What must be true at every attempt, also if the message is composed. */
async function requireSendable(ctx: AppContext, { kind, detail, printoutId }: Delivery): Promise<void> {
  if (
    kind === 'signInLink' &&
    typeof detail.token === 'string' &&
    (await linkHasExpired(ctx, detail.token))
  ) {
    throw new UnsendableError('The link in this e-mail expired before it could be sent.');
  }
  if (printoutId === null) return;
  const printout = await ctx.db.prisma.printout.findUnique({
    where: { id: printoutId },
    select: { rolledBackAt: true },
  });
  if (printout === null || printout.rolledBackAt !== null) {
    throw new UnsendableError('The turn was rolled back before this e-mail was sent.');
  }
}

/** Stores a message and returns it; null if the delivery is no longer in the hands of this attempt. */
async function store(
  ctx: AppContext,
  { id }: Delivery,
  { attempt, message }: { attempt: number; message: Buffer },
): Promise<Buffer | null> {
  const stored = await ctx.db.prisma.$executeRaw`
    insert into "ComposedMail" ("deliveryId", message)
    select id, ${new Uint8Array(message)} from "Delivery"
    where id = ${id}::uuid and status = 'sending' and attempts = ${attempt} for update`;
  return stored === 1 ? message : null;
}
