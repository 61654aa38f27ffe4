import { randomFillSync } from 'node:crypto';

const bytes = Buffer.alloc(16);

/** The first 60 bits of the last id: milliseconds, and what makes ids of the same millisecond ascend. */
let last = 0n;

/**
 * Creates the id of a new row, as Prisma does for columns with `@default(uuid(7))`: for statements written by hand. Ids
 * that one process creates ascend.
 */
export function newId(): string {
  randomFillSync(bytes);
  const begin = (BigInt(Date.now()) << 12n) | BigInt(bytes.readUInt16BE(6) & 0x7ff);
  last = begin > last ? begin : last + 1n;
  bytes.writeUIntBE(Number(last >> 12n), 0, 6);
  bytes.writeUInt16BE(0x7000 | Number(last & 0xfffn), 6);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
