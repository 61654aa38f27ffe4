import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SeatRequest } from '../../../games/game/gm-seat.ts';
import { chooseCandidateName } from '../../../games/seats/computer-seats.ts';
import { correctAddress } from '../../../games/seats/correct-address.ts';
import { addSeat, removeSeat } from '../../../games/seats/manage-seats.ts';
import { offerSeat, withdrawOffer } from '../../../games/seats/offer-seat.ts';
import { handSeatToComputer, replacePlayer, returnSeat } from '../../../games/seats/replace-player.ts';
import { resendFailed } from '../../../mail/delivery/resend-failed.ts';
import { GRADES } from '../../../rules/grades.ts';
import { fail, ok } from '../../../rules/result.ts';
import { PlayerField } from '../../forms/player-field.ts';
import type { WebContext } from '../../web-context.ts';
import { type AskedOfGm, gmOperation, gmRequest, requireSeat } from './gm-operation.ts';
import { AtOpenTurn, SeatParams } from './operation.ts';

const email = z.string().max(400).default('');
const name = z.string().max(300).default('');
const AtSeat = AtOpenTurn.extend({ mark: PlayerField });

const NewSeat = z.object({
  /** A person, who is invited by mail, or the computer. */
  sitter: z.enum(['player', 'opponent']),
  name,
  identifier: z.string().max(20).default(''),
  email: z.literal('').or(z.email('Enter an e-mail address such as ann@example.org.')).default(''),
  grade: z.enum(GRADES).default('standard'),
  wish: z.record(z.string(), z.unknown()).default({}),
});

/** The requests about a seat that hold nothing but the open turn and the mark. */
const SEAT_ACTIONS = [
  ['opponent', handSeatToComputer, 'Hands a seat to the computer'],
  ['return', returnSeat, 'Returns a seat from the computer to its former player'],
  ['offer', offerSeat, 'Offers a seat in the lobby'],
  ['withdraw-offer', withdrawOffer, 'Withdraws the offer of a seat'],
] as const;

/** Who plays which seat of a game, for programs of its GM. See docs/api.md. */
export default async function apiGmSeatRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  formingRoutes(app, deps);
  runningRoutes(app, deps);
}

function formingRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  gmOperation(app, deps, {
    ...{ path: '/seats', body: NewSeat, answer: z.looseObject({ seat: z.string() }) },
    summary: 'Adds a seat to a game that is forming: invites a player, or takes the computer',
    async act({ page, by, body }) {
      const isPlayer = body.sitter === 'player';
      if (isPlayer && body.email === '') {
        return fail(
          'email',
          'missing',
          'Send the player’s e-mail address, or let the computer play the seat.',
        );
      }
      const added = await addSeat(ctx, {
        ...{ gameId: page.game.id, by, identifier: body.identifier, wish: body.wish },
        name:
          isPlayer || body.name.trim() !== ''
            ? body.name
            : chooseCandidateName(page.seats.map((seat) => seat.name)),
        email: isPlayer ? body.email : undefined,
        opponent: !isPlayer,
        grade: isPlayer ? undefined : body.grade,
      });
      return added.ok ? ok({ seat: added.value.identifier }) : added;
    },
  });

  gmOperation(app, deps, {
    ...{ path: '/seats/:seat/remove', params: SeatParams, body: z.object({ mark: PlayerField }) },
    summary: 'Removes a seat from a game that is forming',
    async act({ page, by, params, body: { mark } }) {
      const { id: seatId } = requireSeat(page, params.seat);
      return removeSeat(ctx, { gameId: page.game.id, by, seatId, mark });
    },
  });
}

function runningRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  for (const [path, act, summary] of SEAT_ACTIONS) {
    gmOperation(app, deps, {
      ...{ path: `/seats/:seat/${path}`, params: SeatParams, body: AtSeat, summary },
      act: async (asked) => act(ctx, seatRequest(asked)),
    });
  }

  gmOperation(app, deps, {
    ...{ path: '/seats/:seat/replace', params: SeatParams, body: AtSeat.extend({ name, email }) },
    summary: 'Replaces the player of a seat',
    act: async (asked) => replacePlayer(ctx, { ...asked.body, ...seatRequest(asked) }),
  });

  gmOperation(app, deps, {
    ...{ path: '/seats/:seat/address', params: SeatParams, body: AtSeat.extend({ email }) },
    summary: 'Corrects the e-mail address of a player who has not signed in, and sends failed mail again',
    async act(asked) {
      const wanted = seatRequest(asked);
      const corrected = await correctAddress(ctx, { ...wanted, email: asked.body.email });
      if (!corrected.ok) return corrected;
      asked.request.stored = true;
      await resendFailed(ctx, corrected.value.id, wanted);
      return ok(undefined);
    },
  });
}

/** What a GM wants to do to a seat, and whose seat it is as far as the program knows. */
function seatRequest(asked: AskedOfGm<z.output<typeof SeatParams>, z.output<typeof AtSeat>>): SeatRequest {
  const { id: seatId } = requireSeat(asked.page, asked.params.seat);
  return { ...gmRequest(asked), seatId, mark: asked.body.mark };
}
