import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createGame } from '../../../games/game/create-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { gmGameSummaries } from '../../../games/game/gm-games-view.ts';
import type { GmGamePage } from '../../../games/game/gm-view.ts';
import { checkNewGame } from '../../../games/game/new-game-right.ts';
import { GRADES } from '../../../rules/grades.ts';
import { ok, problemsInWords } from '../../../rules/result.ts';
import { PACE_NAMES, paceOf } from '../../forms/pace-form.ts';
import { forbidden } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS } from './answers.ts';
import { gameJson } from './game-json.ts';
import { requireGmGame } from './gm-operation.ts';
import { operation } from './operation.ts';
import { Letters, Schedule } from './policy-shapes.ts';

/** Bytes: a long text of options. */
const BODY_LIMIT = 512 * 1024;

const Anything = z.object({});

const NewGame = z.object({
  ruleset: z.string().max(60),
  title: z.string().max(400),
  timeZone: z.string().max(60),
  /** With `custom`, `schedule` counts, and so it does if no pace is named. */
  pace: z.enum(PACE_NAMES).optional(),
  schedule: Schedule.omit({ timeZone: true }).optional(),
  processWhenComplete: z.boolean().default(false),
  seatsWanted: z.int().nullable().default(null),
  computers: z.int().default(0),
  computerGrade: z.enum(GRADES).default('standard'),
  computerPress: z.boolean().default(true),
  gmPlays: z.boolean().default(false),
  letters: Letters.default({ letters: 'none', lettersBefore: null }),
  options: z.record(z.string(), z.unknown()).default({}),
});

const SUMMARIES = z.looseObject({ games: z.array(ANSWERS.games.shape.games.element) });

const GAME = ANSWERS.games.shape.games.element.extend({
  openTurn: z.int(),
  seats: z.array(z.looseObject({ identifier: z.string(), name: z.string(), owes: z.boolean() })),
  deliveries: z.array(z.looseObject({ id: z.string(), kind: z.string(), status: z.string() })),
  messages: z.array(z.looseObject({ id: z.string(), with: z.string() })),
  log: z.array(z.unknown()),
  actions: z.looseObject({ mayInspect: z.boolean(), releases: z.array(z.looseObject({ id: z.string() })) }),
});

/** The games that an account runs, for programs: list, one game, a new game. See docs/api.md. */
export default async function apiGmGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const config = { costly: 'game' as const };

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games', scope: 'gm', params: Anything, config, answer: SUMMARIES },
    summary: 'Lists the games that you run, the most urgent first',
    async act({ account }) {
      const games = await gmGameSummaries(ctx, account);
      return ok({ games: games.map(({ game, ...needs }) => ({ ...gameJson(game), ...needs })) });
    },
  });

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number', scope: 'gm', config, answer: GAME },
    summary: 'Shows a game that you run, as its GM sees it',
    async act({ account, params }) {
      return ok(gmGameJson(await requireGmGame(deps, account, params)));
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: '/api/gm/games', scope: 'gm', params: Anything, body: NewGame },
    ...{ bodyLimit: BODY_LIMIT, answer: z.looseObject({ number: z.string(), link: z.string().nullable() }) },
    summary: 'Creates a game; its invitation link is shown once',
    async act({ account, body }) {
      const right = await checkNewGame(ctx.db.prisma, ctx, account);
      if (!right.ok) throw forbidden(problemsInWords(right.problems));
      const created = await createGame(ctx, { ...newGameOf(body), gmId: account.id });
      if (!created.ok) return created;
      const { joinToken } = created.value;
      const link = joinToken === null ? null : `${deps.publicUrl}/join/${joinToken}`;
      return ok({ number: gameNumber(created.value), link });
    },
  });
}

/** What the form for a new game makes of the same choices. */
function newGameOf({ pace, schedule, seatsWanted, processWhenComplete, ...game }: z.output<typeof NewGame>) {
  const named = paceOf(pace ?? (schedule === undefined ? 'weekly' : 'custom'));
  const { daysPerTurn, ...calendar } = named?.schedule ?? schedule ?? { daysPerTurn: 14 };
  return {
    ...{ ...game, daysPerTurn, calendar },
    processWhenComplete: named?.processWhenComplete ?? processWhenComplete,
    players: { seatsWanted },
    joinLink: true,
  };
}

/** The page of a GM as data. Options are left out: they may hold what only the game may know. */
function gmGameJson(page: GmGamePage) {
  const { game, options: _, seats, missingSeats, away, actions, ...shown } = page;
  const reclaimableBy = seats.flatMap(({ id, identifier }) => {
    const name = actions.reclaimableBy[id];
    return name === undefined ? [] : [[identifier, name] as const];
  });
  return {
    ...gameJson(game),
    ...shown,
    actions: { ...actions, reclaimableBy: Object.fromEntries(reclaimableBy) },
    missingSeats: missingSeats.count,
    seats: seats.map(({ id: _id, ...seat }) => seat),
    away: away.map(({ seat, firstDay, lastDay, now }) => ({ seat, firstDay, lastDay, now })),
  };
}
