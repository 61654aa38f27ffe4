import type { FastifyInstance } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';

/** A body may have one value for so many bytes of the limit of its route. Those that people fill in have far fewer. */
const BYTES_PER_VALUE = 32;

const TOO_MANY = 'What you sent has more values than any form here. Send fewer.';

/**
 * Refuses bodies of very many values, such as a long list of zeros. The schemas name every value that is wrong, which would
 * keep the process from everything else for seconds.
 */
export function limitBodyValues(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    const most = (routeOptions.bodyLimit ?? 0) / BYTES_PER_VALUE;
    if (hasMoreValues(body, most)) throw new HttpError(413, 'too-many-values', TOO_MANY);
  });
}

/** Whether a value has more than `most` values in it, at any depth. */
function hasMoreValues(body: unknown, most: number): boolean {
  const open = [body];
  let count = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null || Buffer.isBuffer(next)) continue;
    const values = Object.values(next);
    count += values.length;
    if (count > most) return true;
    for (const value of values) if (typeof value === 'object') open.push(value);
  }
  return false;
}
