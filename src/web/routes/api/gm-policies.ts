import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { setLettersPolicy } from '../../../games/letters/letters-policy.ts';
import { setComputerPress } from '../../../games/press/computer-press.ts';
import { setSchedule } from '../../../games/schedule/change-due-date.ts';
import { schedulePage } from '../../../games/schedule/schedule-view.ts';
import { excuseMiss } from '../../../games/seats/attendance.ts';
import { makeJoinLink, removeJoinLink, setJoiningPolicy } from '../../../games/seats/joining-policy.ts';
import { setMissedTurnsPolicy } from '../../../games/seats/missed-turns.ts';
import { playersPage } from '../../../games/seats/players-view.ts';
import { ok } from '../../../rules/result.ts';
import type { WebContext } from '../../web-context.ts';
import { gmOperation, requireSeat, runsNoSuchGame } from './gm-operation.ts';
import { numberOf, operation } from './operation.ts';
import { Letters, Schedule } from './policy-shapes.ts';

const SCHEDULE_ANSWER = z.looseObject({
  policy: z.looseObject({ daysPerTurn: z.int() }),
  processWhenComplete: z.boolean(),
  due: z.iso.datetime().nullable(),
});

const PLAYERS_ANSWER = z.looseObject({
  seats: z.array(z.looseObject({ identifier: z.string() })),
  misses: z.array(z.unknown()),
  waitlist: z.array(z.unknown()),
});

/** What a GM decides about a game for all its turns, for programs: schedule, joining, letters, missed turns. See docs/api.md. */
export default async function apiGmPolicyRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  scheduleRoutes(app, deps);
  playersRoutes(app, deps);
  joiningRoutes(app, deps);
}

function scheduleRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/schedule', scope: 'gm', answer: SCHEDULE_ANSWER },
    summary: 'Shows the schedule of a game',
    async act({ account, params }) {
      const page = await schedulePage(ctx, account, numberOf(params));
      if (page === null) throw runsNoSuchGame();
      const { game, policy, processedAt, pausedAt, earlyProcessingAt } = page;
      const { due, processWhenComplete } = game;
      return ok({ policy, processWhenComplete, due, processedAt, pausedAt, earlyProcessingAt });
    },
  });

  gmOperation(app, deps, {
    path: '/schedule',
    body: Schedule.extend({ processWhenComplete: z.boolean().default(false) }),
    summary: 'Sets the schedule of a game',
    async act({ page, by, body: { processWhenComplete, ...policy } }) {
      const set = await setSchedule(ctx, { gameId: page.game.id, by, policy, processWhenComplete });
      return set.ok ? ok(undefined) : set;
    },
  });
}

function playersRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/players', scope: 'gm', answer: PLAYERS_ANSWER },
    config: { costly: 'game' },
    summary: 'Shows the players of a game, missed turns, the waitlist, and what you decided about them',
    async act({ account, params }) {
      const page = await playersPage(ctx, account, numberOf(params));
      if (page === null) throw runsNoSuchGame();
      const { game: _, seats, misses, ...shown } = page;
      return ok({
        ...shown,
        seats: seats.map(({ id: _id, ...seat }) => seat),
        misses: misses.map(({ seat, ...miss }) => ({ ...miss, seat: seat.identifier })),
      });
    },
  });

  gmOperation(app, deps, {
    path: '/players',
    body: z.object({
      maxMisses: z.int(),
      minReliability: z.int().nullable().default(null),
      offerAbandonedSeats: z.boolean().default(false),
    }),
    summary: 'Sets what happens to players who miss turns',
    act: ({ page, by, body }) => setMissedTurnsPolicy(ctx, { gameId: page.game.id, by, ...body }),
  });

  gmOperation(app, deps, {
    ...{ path: '/players/letters', body: Letters, summary: 'Sets when players can write each other letters' },
    act: ({ page, by, body }) => setLettersPolicy(ctx, { gameId: page.game.id, by, ...body }),
  });

  gmOperation(app, deps, {
    ...{ path: '/players/computer-press', body: z.object({ computerPress: z.boolean() }) },
    summary: 'Sets whether computer candidates issue press releases',
    act: ({ page, by, body }) => setComputerPress(ctx, { gameId: page.game.id, by, ...body }),
  });

  gmOperation(app, deps, {
    path: '/players/excuse',
    body: z.object({
      seat: z.string().max(10),
      turn: z.int().min(1).max(100_000),
      excused: z.boolean(),
    }),
    summary: 'Excuses a missed turn, or withdraws that',
    async act({ page, by, body: { seat, ...miss } }) {
      const seatId = requireSeat(page, seat).id;
      return excuseMiss(ctx, { gameId: page.game.id, by, seatId, ...miss });
    },
  });
}

function joiningRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    path: '/players/joining',
    body: z.object({
      joining: z.enum(['invitation', 'open']),
      seatsWanted: z.int().nullable().default(null),
      beginWhenFull: z.boolean().default(false),
    }),
    summary: 'Sets who can join a game that is forming, and how many',
    act: ({ page, by, body }) => setJoiningPolicy(ctx, { gameId: page.game.id, by, ...body }),
  });

  gmOperation(app, deps, {
    ...{ path: '/players/invitation-link', body: z.object({}), answer: z.looseObject({ link: z.string() }) },
    summary: 'Makes an invitation link, which is shown once; an earlier one stops working',
    async act({ page, by }) {
      const made = await makeJoinLink(ctx, { gameId: page.game.id, by });
      return made.ok ? ok({ link: `${deps.publicUrl}/join/${made.value}` }) : made;
    },
  });

  gmOperation(app, deps, {
    ...{
      path: '/players/invitation-link/remove',
      body: z.object({}),
      summary: 'Removes the invitation link',
    },
    act: ({ page, by }) => removeJoinLink(ctx, { gameId: page.game.id, by }),
  });
}
