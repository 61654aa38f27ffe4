import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { attemptDelivery } from '../../../src/mail/delivery/deliver.ts';
import { openTransport } from '../../../src/mail/delivery/transport.ts';
import { testContext } from '../../helpers/database.ts';
import { startMailServer } from '../../helpers/mail-server.ts';
import { deliverDeps } from '../../mail/deliver-deps.ts';
import { aVisitor, aWeb, signedIn } from '../../web/visitor.ts';
import type { Cast, TwinGame } from './twin-games.ts';
import { neutral, pdfText, type Walker } from './walk.ts';

/* A server of its own for each of two twins, with the same people, so that even the numbers of their games are the same. */

const UNLIMITED = { forms: 1e6, pages: 1e6, games: 1e6, pdfs: 1e6, signInByAddress: 1e6 };

/** A server with its people. */
export interface Stage {
  ctx: AppContext;
  app: FastifyInstance;
  cast: Cast;
  /** Everyone who sends requests: the players, the GM, the operator, a stranger, and the public. */
  walkers: Walker[];
  /** Everything that was logged. */
  logged: string[];
  /** Sends all mails about a game. Returns their texts and those of their files, each with its recipient; sorted. */
  mailsOf(game: TwinGame): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens a server with people and no games. */
export async function openStage(): Promise<Stage> {
  const own = await testContext();
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const ctx: AppContext = { ...own.ctx, log };
  const app = await aWeb(ctx, { limits: UNLIMITED });
  const gm = await aPerson(ctx, 'Greta Master', { mayRunGames: true });
  const players: Account[] = [];
  for (const name of ['Ann Baker', 'Carl Dunn', 'Eve Farrow']) players.push(await aPerson(ctx, name));
  const operator = await aPerson(ctx, 'Otto Pym', { operator: true });
  const stranger = await aPerson(ctx, 'Sue Tate');
  const walkers: Walker[] = [{ name: 'the public', account: null, visitor: aVisitor(app) }];
  for (const account of [...players, gm, operator, stranger]) {
    walkers.push({ name: account.name, account, visitor: await signedIn(app, ctx, account) });
  }
  const close = async () => {
    await app.close();
    await own.close();
  };
  return { ctx, app, cast: { gm, players }, walkers, logged, mailsOf: (game) => mailsOf(ctx, game), close };
}

async function aPerson(ctx: AppContext, name: string, rights: Partial<Account> = {}): Promise<Account> {
  const email = `${name.toLowerCase().replace(' ', '.')}@players.test`;
  return ctx.db.prisma.account.create({ data: { name, email, createdAt: ctx.now(), ...rights } });
}

async function mailsOf(ctx: AppContext, game: TwinGame): Promise<string[]> {
  const server = await startMailServer();
  const transport = openTransport({ url: server.url });
  const deps = deliverDeps(ctx, transport);
  const found = await ctx.db.prisma.delivery.findMany({ where: { gameId: game.id }, select: { id: true } });
  for (const { id } of found) await attemptDelivery(deps, id);
  transport.stop();
  const texts: string[] = [];
  for (const { to, subject, text, html, attachments } of server.taken) {
    const files = await Promise.all(
      attachments.map(({ content, mimeType }) => {
        const bytes = Buffer.from(content as ArrayBuffer);
        return mimeType === 'application/pdf' ? pdfText(bytes) : bytes.toString('utf8');
      }),
    );
    texts.push(neutral([to?.[0]?.address, subject, text, html, ...files].join('\n')));
  }
  await server.close();
  return texts.sort();
}
