import type { FastifyInstance } from 'fastify';
import { createAccount } from '../../../src/accounts/accounts.ts';
import { setSecurityCode } from '../../../src/accounts/security-codes.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { beginGame } from '../../../src/games/game/begin-game.ts';
import { createGame } from '../../../src/games/game/create-game.ts';
import { gameNumber } from '../../../src/games/game/game-number.ts';
import { processTurn } from '../../../src/games/processing/process-turn.ts';
import { addSeat } from '../../../src/games/seats/manage-seats.ts';
import type { Result } from '../../../src/rules/result.ts';
import { buildApp } from '../../../src/web/app.ts';
import type { RateLimits } from '../../../src/web/web-context.ts';
import { gameNow } from '../../games/game/play.ts';
import { type TestContext, testContext } from '../../helpers/database.ts';
import { aSession } from '../../helpers/session.ts';

/** The web app on a database of its own, with a running game of two people and two computer candidates. */
export interface SheetGame extends TestContext {
  app: FastifyInstance;
  gm: Account;
  /** Has the seat [AB]. */
  ann: Account;
  /** Has the seat [CD]. */
  carl: Account;
  gameId: string;
  /** EY-1 */
  number: string;
  /** Processes the open turn with the sheets that were sent. */
  processTurn(): Promise<void>;
}

export const ANNS_CODE = 'whistle-stop 1948: “yes”';

export async function sheetGame(limits: Partial<RateLimits> = {}): Promise<SheetGame> {
  const test = await testContext();
  const { ctx } = test;
  const app = await buildApp({
    ctx,
    publicUrl: 'http://localhost',
    mailbox: null,
    limits: { forms: 10_000, pages: 10_000, ...limits },
  });
  const person = async (name: string) =>
    value(await createAccount(ctx, { name, email: `${name.split(' ')[0]}@post.test`.toLowerCase() }));
  const gm = await ctx.db.prisma.account.update({
    where: { id: (await person('Greta Master')).id },
    data: { mayRunGames: true },
  });
  const ann = await person('Ann <b>Baker</b> & "Co"');
  const carl = await person('Carl Dunn');
  value(await setSecurityCode(ctx, ann.id, ANNS_CODE));
  const game = value(
    await createGame(
      ctx,
      {
        ruleset: 'election-year',
        title: 'The <i>first</i> & only',
        gmId: gm.id,
        options: {},
        daysPerTurn: 14,
        timeZone: 'America/New_York',
        processWhenComplete: false,
      },
      () => new Uint8Array(32).fill(48),
    ),
  );
  const seat = { gameId: game.id, by: gm.id };
  value(await addSeat(ctx, { ...seat, identifier: 'AB', name: ann.name, email: ann.email }));
  value(await addSeat(ctx, { ...seat, identifier: 'CD', name: carl.name, email: carl.email }));
  for (const name of ['Eve Frost', 'Guy Hill']) value(await addSeat(ctx, { ...seat, name, opponent: true }));
  await ctx.db.prisma.seat.updateMany({ where: { gameId: game.id }, data: { acceptedAt: ctx.now() } });
  // These tests process turns without sheets, and no one must lose the seat.
  await ctx.db.prisma.gamePolicy.update({ where: { gameId: game.id }, data: { maxMisses: 0 } });
  value(await beginGame(ctx, { gameId: game.id, by: gm.id, due: new Date('2027-03-15T22:00:00Z') }));
  return {
    ...test,
    app,
    gm,
    ann,
    carl,
    gameId: game.id,
    number: gameNumber(game),
    async processTurn() {
      const { turn } = await gameNow(ctx, game.id);
      const played = await processTurn(ctx, { gameId: game.id, turn, by: gm.id });
      if (played.kind !== 'processed') throw new Error(`turn ${turn} was not processed: ${played.kind}`);
    },
    async close() {
      await app.close();
      await test.close();
    },
  };
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problems.map((problem) => problem.message).join(' '));
  return result.value;
}

/** A response. */
export interface Answer {
  status: number;
  body: string;
  location: string;
  headers: Record<string, unknown>;
}

/** A browser without scripts. It keeps cookies and sends forms with their token. */
export class Visitor {
  readonly #app: FastifyInstance;
  readonly #cookies = new Map<string, string>();

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  /** A visitor who is signed in. */
  static async as(game: SheetGame, account: Account): Promise<Visitor> {
    const visitor = new Visitor(game.app);
    visitor.#cookies.set('whistlestop', await aSession(game.ctx, { accountId: account.id, method: 'code' }));
    return visitor;
  }

  /** Drops the session cookie, as if it had expired. */
  forgetSession(): void {
    this.#cookies.delete('whistlestop');
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.#request('GET', url, headers);
  }

  /** Sends a form with the token of a page that this visitor can open. */
  async post(
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const page = await this.get('/sign-in?next=/account');
    const source = page.status === 200 ? page : await this.get('/account');
    const token = /name="_csrf" value="([^"]+)"/.exec(source.body)?.[1] ?? '';
    const form = new URLSearchParams({ _csrf: token, ...fields }).toString();
    return this.#request(
      'POST',
      url,
      { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      form,
    );
  }

  async #request(
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: string,
  ): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#app.inject({
      method,
      url,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      ...(payload === undefined ? {} : { payload }),
    });
    for (const { name, value } of answer.cookies) this.#cookies.set(name, value);
    return {
      status: answer.statusCode,
      body: answer.body,
      location: String(answer.headers.location ?? ''),
      headers: answer.headers,
    };
  }
}
