import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import type { WholeGame } from '../../../games/game/game-store.ts';
import { findGame } from '../../../games/game/whole-game-rows.ts';
import { joinGame, leaveGame } from '../../../games/seats/join-game.ts';
import { gameOfLink, joiningPage } from '../../../games/seats/joining-view.ts';
import { reclaimSeat } from '../../../games/seats/reclaim-seat.ts';
import { takeOverSeat } from '../../../games/seats/takeover.ts';
import { ok, type Result } from '../../../rules/result.ts';
import type { GameParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { AtOpenTurn, operation, SeatParams } from './operation.ts';

const LinkParams = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
/** What the player asks for, by the ruleset. */
const JoinBody = z.object({ wish: z.record(z.string(), z.unknown()).default({}) });

const JOINED = z.looseObject({
  number: z.string(),
  seat: z.string().nullable(),
  place: z.int().nullable(),
  begun: z.boolean(),
});

const JOINING = z.looseObject({
  forming: z
    .looseObject({
      open: z.boolean(),
      seatsWanted: z.int(),
      seatsLeft: z.int(),
      waiting: z.int(),
      minReliability: z.int().nullable(),
      beginWhenFull: z.boolean(),
    })
    .nullable(),
  seated: z.boolean(),
  place: z.int().nullable(),
  reclaimable: z.string().nullable(),
  offers: z.array(z.looseObject({ seat: z.string(), name: z.string() })),
});

/** Joining games, leaving them, and taking over seats, for programs. See docs/api.md. */
export default async function apiJoiningRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/games/:number/joining', scope: 'read', answer: JOINING },
    summary: 'Shows whether you can join a game, and which seats are offered',
    async act({ account, params }) {
      const { game, number } = await requireGame(deps, params);
      const page = await joiningPage(ctx, account, number);
      const standing = page?.standing ?? null;
      return ok({
        forming: page?.game ? formingJson(page.game) : null,
        seated: standing?.seated ?? false,
        place: standing?.place ?? null,
        reclaimable: standing?.reclaimable?.identifier ?? null,
        offers: game.status !== 'running' ? [] : offersOf(game),
      });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: '/api/games/:number/join', scope: 'seats', body: JoinBody, answer: JOINED },
    summary: 'Takes a seat in a game that is forming, or a place on its waitlist',
    async act({ account, params, body }) {
      const { game, number } = await requireGame(deps, params);
      return joinedJson(
        number,
        await joinGame(ctx, { gameId: game.id, by: account.id, link: null, ...body }),
      );
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: '/api/join/:token', scope: 'seats', body: JoinBody, answer: JOINED },
    params: LinkParams,
    summary: 'Joins the game of an invitation link',
    async act({ account, params: { token }, body }) {
      const number = await gameOfLink(ctx, token);
      const game = number === null ? null : await findGame(ctx, number);
      if (game === null || number === null) throw notFound('This invitation no longer works.');
      return joinedJson(
        number,
        await joinGame(ctx, { gameId: game.id, by: account.id, link: token, ...body }),
      );
    },
  });

  for (const [path, act, summary] of [
    ['leave', leaveGame, 'Leaves a game that is forming, or the waitlist of a game'],
    ['reclaim', reclaimSeat, 'Reclaims your seat from the computer'],
  ] as const) {
    operation(app, deps, {
      ...{ method: 'POST', path: `/api/games/:number/${path}`, scope: 'seats', summary },
      async act({ account, params }) {
        const { game } = await requireGame(deps, params);
        return act(ctx, { gameId: game.id, by: account.id });
      },
    });
  }

  operation(app, deps, {
    ...{ method: 'POST', path: '/api/games/:number/take-over/:seat', scope: 'seats' },
    ...{ params: SeatParams, body: AtOpenTurn },
    summary: 'Takes over a seat that is offered',
    async act({ account, params, body: { turn } }) {
      const { game } = await requireGame(deps, params);
      const seat = game.seats.find(({ identifier }) => identifier === params.seat.toUpperCase());
      if (seat === undefined) throw notFound('This game has no such seat.');
      return takeOverSeat(ctx, { gameId: game.id, seatId: seat.id, by: account.id, turn });
    },
  });
}

/** @throws a 404 if there is no such game */
async function requireGame(
  { ctx }: WebContext,
  params: z.output<typeof GameParams>,
): Promise<{ game: WholeGame; number: string }> {
  const number = gameNumber(params.number);
  const game = await findGame(ctx, number);
  if (game === null) throw notFound('There is no game with this number on this server.');
  return { game, number };
}

function formingJson(game: NonNullable<NonNullable<Awaited<ReturnType<typeof joiningPage>>>['game']>) {
  const { open, seatsWanted, seatsLeft, waiting, minReliability, beginWhenFull } = game;
  return { open, seatsWanted, seatsLeft, waiting, minReliability, beginWhenFull };
}

function offersOf({ seats }: WholeGame) {
  const offered = seats.filter((seat) => seat.offered);
  return offered.map(({ identifier, name }) => ({ seat: identifier, name }));
}

function joinedJson(number: string, joined: Awaited<ReturnType<typeof joinGame>>): Result<unknown> {
  if (!joined.ok) return joined;
  const { value } = joined;
  return value.kind === 'waiting'
    ? ok({ number, seat: null, place: value.place, begun: false })
    : ok({ number, seat: value.identifier, place: null, begun: value.begun });
}
