import { createToken, type Scope } from '../../../src/accounts/access-tokens.ts';
import type { AppContext } from '../../../src/context.ts';
import { granted } from '../../games/game/play.ts';
import { aSession } from '../../helpers/session.ts';
import type { Visited } from '../visitor.ts';

/** Makes a token, however many were made before. */
export async function aToken(ctx: AppContext, accountId: number, scopes: readonly Scope[]): Promise<string> {
  await ctx.db.prisma.mailRequest.deleteMany();
  const token = await aSession(ctx, { accountId, method: 'code' });
  return granted(
    await createToken(ctx, { accountId, token }, { name: 'A program', scopes: [...scopes], days: 30 }),
  );
}

/** What a program got. */
export interface Got {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every form.
  body: any;
  headers: Record<string, unknown>;
}

/** Sends a request of a program; without a token, of no one. A body is sent as JSON. @param key the Idempotency-Key */
export async function ask(
  app: Visited,
  token: string | null,
  [method, url]: readonly ['GET' | 'POST' | 'DELETE', string],
  json?: unknown,
  key?: string,
): Promise<Got> {
  const answer = await app.inject({
    ...{ method, url },
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(json !== undefined && { payload: JSON.stringify(json) }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : null, headers: answer.headers };
}
