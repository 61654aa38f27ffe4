import { parse } from 'fast-querystring';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../rendering/http-errors.ts';
import { signInFirst } from './route-access.ts';

/** A body may have one value for so many bytes of the limit of its route. Those that people fill in have far fewer. */
const BYTES_PER_VALUE = 32;

/** The most fields of a form. Those that people fill in have a few hundred. */
const MOST_FIELDS = 2_000;

/** Bytes that everyone may send to a route for larger bodies. */
const MOST_BYTES = 64 * 1024;

/** Stands for a form with too many fields: a parser must not throw. */
const UNREAD = {};

const TOO_MANY = 'What you sent has more values than any form here. Send fewer.';

/**
 * Refuses bodies of very many values, such as a long list of zeros. The schemas name every value that is wrong, which would
 * keep the process from everything else for seconds.
 */
export function limitBodyValues(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ body, routeOptions }) => {
    const most = (routeOptions.bodyLimit ?? 0) / BYTES_PER_VALUE;
    if (body === UNREAD || hasMoreValues(body, most)) throw new HttpError(413, 'too-many-values', TOO_MANY);
  });
}

/** Reads a form, unless it has too many fields: reading them would take longer than everything else that is done with a form. */
export function parseForm(text: string): Record<string, unknown> {
  let fields = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > MOST_FIELDS) return UNREAD;
  }
  return parse(text);
}

/**
 * Refuses a body that is larger than usual before it is read, if no one is signed in: reading it takes time. For the `onRequest` of
 * routes with a larger limit. @throws a 401, or why the session could not be read
 */
export async function signInForLargeBody({
  account,
  sessionFailure,
  headers,
}: FastifyRequest): Promise<void> {
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity;
  if (account === null && length > MOST_BYTES) throw sessionFailure ?? signInFirst();
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
