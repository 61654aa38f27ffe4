import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Scope } from '../../../src/accounts/access-tokens.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { ask, aToken, type Got } from './a-program.ts';
import { descriptionOf, faultsOf } from './description.ts';

/** What a request of a program has besides its address. */
interface Asked {
  query?: string;
  json?: unknown;
  params?: Record<string, string>;
  /** The Idempotency-Key. */
  key?: string;
}

/** Sends a request of the description: `POST /api/practice/{game}/undo`. */
export type PracticeProgram = (operation: string, asked?: Asked) => Promise<Got>;

/** A program with a token of an account. Each answer must be what the description of the API says. */
export async function practiceProgram(
  { app, ctx }: { app: FastifyInstance; ctx: AppContext },
  { id }: Pick<Account, 'id'>,
  scopes: readonly Scope[] = ['practice'],
): Promise<PracticeProgram> {
  const token = await aToken(ctx, id, scopes);
  const description = await descriptionOf(app);
  return async (operation, { query = '', json, params = {}, key } = {}) => {
    const [method, path] = operation.split(' ') as ['GET' | 'POST' | 'DELETE', string];
    const url = path.replace(/\{(\w+)\}/g, (_, name) => params[name] ?? '');
    const body = method === 'POST' ? (json ?? {}) : undefined;
    const got = await ask(app, token, [method, `${url}${query}`], body, key);
    const described = description.paths[path]?.[method.toLowerCase()];
    if (got.body !== null) expect(faultsOf(described, got.status, got.body), operation).toEqual([]);
    return got;
  };
}

/** Starts a game of Election Year unless another one is wanted, and returns the parameters of its address. */
export async function startedBy(
  program: PracticeProgram,
  json: Record<string, unknown>,
): Promise<{ game: string }> {
  const { status, body } = await program('POST /api/practice', {
    json: { ruleset: 'election-year', ...json },
  });
  expect(status).toBe(200);
  return { game: body.id };
}

/** The status and the code of an error. */
export function codeOf({ status, body }: Pick<Got, 'status' | 'body'>): [number, string] {
  return [status, body.error.code];
}
