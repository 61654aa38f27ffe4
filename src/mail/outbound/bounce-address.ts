import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../../accounts/keyed-hash.ts';
import type { AppContext } from '../../context.ts';

/*
 * Every mail has a return path of its own, so that a bounce says for certain which mail came back. It ends with a proof that
 * only this server can make: no one else can forge a bounce of a mail that they did not get. Nothing is stored.
 */

export const BOUNCE_PREFIX = 'bounce';

/**
 * The digits of a UUID to the base of 36, and of a proof in hexadecimal: 64 bits. With the name of a mailbox in front, no more
 * than 64 characters may stand before the @.
 */
const ID_LENGTH = 25;
const PROOF_LENGTH = 16;

const KEY = /^([0-9a-z]{25})-([0-9a-f]{16})$/;

/** Our part of the return path of a delivery's mail. */
export async function bounceAddress(ctx: Pick<AppContext, 'db'>, deliveryId: string): Promise<string> {
  const id = BigInt(`0x${deliveryId.replaceAll('-', '')}`)
    .toString(36)
    .padStart(ID_LENGTH, '0');
  return `${BOUNCE_PREFIX}-${id}-${await proofOf(ctx, deliveryId)}`;
}

/** The id of the delivery that a return path is for; null if this server did not make it. @param key without its prefix */
export async function findBounced(ctx: Pick<AppContext, 'db'>, key: string): Promise<string | null> {
  const [, digits = '', proof = ''] = KEY.exec(key) ?? [];
  if (digits === '') return null;
  let number = 0n;
  for (const digit of digits) number = 36n * number + BigInt(Number.parseInt(digit, 36));
  const hex = number.toString(16).padStart(32, '0');
  if (hex.length > 32) return null;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [given, expected] = [Buffer.from(proof), Buffer.from(await proofOf(ctx, id))];
  return timingSafeEqual(given, expected) ? id : null;
}

async function proofOf(ctx: Pick<AppContext, 'db'>, deliveryId: string): Promise<string> {
  return (await keyedHash(ctx, 'bounce', deliveryId)).slice(0, PROOF_LENGTH);
}
