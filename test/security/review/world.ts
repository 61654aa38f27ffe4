import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { looksLikeToken, tokenHash } from '../../../src/accounts/tokens.ts';
import type { AppContext } from '../../../src/context.ts';
import type { Account } from '../../../src/database/generated/client.ts';
import { playPractice } from '../../../src/games/practice/play-practice.ts';
import { ensurePracticePlayer } from '../../../src/games/practice/practice-player.ts';
import { startPractice } from '../../../src/games/practice/start-practice.ts';
import { deleteAccount } from '../../../src/games/seats/delete-account.ts';
import { openMailbox } from '../../../src/mail/mailbox/mailbox.ts';
import { createHealth } from '../../../src/operations/health.ts';
import { createMetrics } from '../../../src/operations/metrics/metrics.ts';
import { granted } from '../../games/game/play.ts';
import { testContext } from '../../helpers/database.ts';
import { aWeb, signedIn, type Visitor } from '../../web/visitor.ts';
import { createPeople, type People } from './people.ts';
import { type Games, type PlantedGame, plantGames } from './plant-games.ts';
import { plantMail } from './plant-mail.ts';
import { Secrets } from './secrets.ts';

/** Nothing here is about how often something may be done. */
const UNLIMITED = {
  ...{ forms: 1e6, pages: 1e6, games: 1e6, pdfs: 1e6, signInByAddress: 1e6, signInByAccount: 1e6 },
  ...{ practiceByAddress: 1e6, linksByAddress: 1e6, linksByAccount: 1e6 },
};

/** A server with people, games in every situation, mail in every state, and a secret in every private field. */
export interface World {
  ctx: AppContext;
  app: FastifyInstance;
  people: People;
  games: Games;
  secrets: Secrets;
  /** The ids of the mails in the built-in mailbox. */
  mails: string[];
  /** What was logged at level error and above. */
  errors: string[];
  /** The old session of the account that was deleted. */
  deletedVisitor: Visitor;
  /** Everyone with an account that still exists, signed in. */
  visitors: Map<string, Visitor>;
  close(): Promise<void>;
}

/** Builds the world. It takes several seconds. */
export async function buildWorld(): Promise<World> {
  const own = await testContext();
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const ctx: AppContext = { ...own.ctx, log, inbound: { domain: 'mail.whistlestop.test' } };
  const dir = await mkdtemp(path.join(tmpdir(), 'whistlestop-review-'));
  const mailbox = await openMailbox({ dir, log });
  const secrets = new Secrets();
  const people = await createPeople(ctx, secrets);
  const planting = { ctx, secrets, people };
  const games = await plantGames(planting);
  await plantMail(planting, games, mailbox);
  plantAddresses(planting, games);
  await plantPractice(ctx, secrets, people['player 1']);
  await plantServer(ctx, secrets, Object.values(games));
  const health = createHealth(log);
  const metrics = createMetrics({
    pool: ctx.db.pool,
    health,
    dataDir: dir,
    backupDir: dir,
    lanes: {},
    now: ctx.now,
  });
  const token = secrets.plant('metrics token', 'the settings', {});
  const app = await aWeb(ctx, {
    ...{ mailbox, health, metrics: { metrics, token }, limits: UNLIMITED },
    system: { dataDir: dir, embedded: false, backups: { dir, kept: 1 }, nightlyAt: { hour: 3, minute: 0 } },
  });
  const visitors = await signEveryoneIn(app, ctx, people, secrets);
  const deletedVisitor = await signedIn(app, ctx, people.deleted);
  granted(await deleteAccount(ctx, people.deleted.id));
  const mails = (await mailbox.list({ limit: 1000 })).map(({ id }) => id);
  const close = async () => {
    await app.close();
    await health.close();
    await mailbox.close();
    await rm(dir, { recursive: true });
    await own.close();
  };
  return { ctx, app, people, games, secrets, mails, errors, visitors, deletedVisitor, close };
}

/** Who knows whose address: the person, the GMs who typed it, and the operator. */
function plantAddresses({ secrets, people }: { secrets: Secrets; people: People }, games: Games): void {
  for (const [person, { id, email }] of Object.entries(people)) {
    const seated = Object.values(games).filter(({ seats }) => seats[person] !== undefined);
    const gms = seated.map(({ gm, seats }) => ({
      gmId: gm.id,
      gmPlays: seats['GM who plays'] !== undefined,
    }));
    secrets.add('e-mail address', person, [email.split('@')[0] as string], { owner: id, games: gms });
  }
}

/** A practice game after its first turn, whose second sheet has been begun. */
async function plantPractice(
  ctx: AppContext,
  secrets: Secrets,
  { id: accountId, name }: Account,
): Promise<void> {
  const { player } = granted(await ensurePracticePlayer(ctx, { accountId, guestToken: null }));
  const gameId = granted(await startPractice(ctx, { player, name }, { ruleset: 'election-year' }));
  await playPractice(ctx, { playerId: player.id, gameId, turn: 1, raw: {} });
  const press = secrets.plant('practice game', 'player 1', { owner: accountId });
  const notes = secrets.plant('private notes', 'player 1 in a practice game', { owner: accountId });
  const data = { draft: { press }, notes };
  const { diceSecret } = await ctx.db.prisma.practiceGame.update({ where: { id: gameId }, data });
  secrets.addBytes('dice secret', 'a practice game', diceSecret);
}

/** What the server itself keeps to itself. */
async function plantServer(ctx: AppContext, secrets: Secrets, games: PlantedGame[]): Promise<void> {
  const { prisma } = ctx.db;
  const { hashKey } = await prisma.serverState.findUniqueOrThrow({ where: { id: 1 } });
  secrets.addBytes('hash key', 'the server', hashKey);
  for (const { id, number } of games) {
    const game = await prisma.game.findUniqueOrThrow({ where: { id }, include: { secret: true } });
    if (game.secret === null) throw new Error(`${number} has no dice secret.`);
    // It is published when the game is over.
    if (game.status !== 'over') secrets.addBytes('dice secret', number, game.secret.diceSecret);
    for (const { turn, header } of await prisma.turn.findMany({ where: { gameId: id } })) {
      const { salt } = header as { salt?: string };
      if (salt !== undefined) secrets.add('salt of a turn', `${number}, turn ${turn}`, [salt]);
    }
  }
}

async function signEveryoneIn(
  app: FastifyInstance,
  ctx: AppContext,
  people: People,
  secrets: Secrets,
): Promise<Map<string, Visitor>> {
  const visitors = new Map<string, Visitor>();
  for (const [person, account] of Object.entries(people)) {
    if (person === 'deleted') continue;
    const visitor = await signedIn(app, ctx, account);
    visitors.set(person, visitor);
    for (const token of [...visitor.cookies.values()].filter(looksLikeToken)) {
      secrets.add('session token', person, [token, tokenHash(token)]);
    }
  }
  return visitors;
}
