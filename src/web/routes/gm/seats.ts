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
import { fail } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { optionValues } from '../../forms/options-form.ts';
import { PlayerField } from '../../forms/player-field.ts';
import { AtTurn, checkBody, SeatParams, submittedValues } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { type GmFormRequest, gmForm, gmRequest, refused } from './gm-form.ts';
import { gmGamePath, requireGmGame } from './gm-game-page.ts';
import { preferenceFields } from './seat-facts.ts';

const NewSeat = z.looseObject({
  sitter: z.enum(['player', 'opponent'], 'Choose who plays the seat: a person or the computer.'),
  name: z.string('Enter a name.').max(300),
  identifier: z.string().max(20).default(''),
  email: z.union([z.literal(''), z.email('Enter an e-mail address such as ann@example.org.')]).default(''),
  grade: z.enum(GRADES, 'Choose how well the computer plays.').default('standard'),
});
const AtSeat = AtTurn.extend({ player: PlayerField });
const Replace = AtSeat.extend({
  name: z.string().max(300).default(''),
  email: z.string().max(400).default(''),
});
const Address = AtSeat.extend({ email: z.string().max(400).default('') });

/** Who plays which seat of a game. */
export default async function gmSeatRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  formingSeatRoutes(app, deps);
  runningSeatRoutes(app, deps);
}

/** Adding and removing the seats of a forming game. */
function formingSeatRoutes(app: FastifyInstance, deps: WebContext): void {
  app.post('/gm/games/:number/seats', { config: { access: 'account' } }, async (request, reply) => {
    const page = await requireGmGame(deps, request);
    const body = checkBody(NewSeat, request);
    if (!body.ok) return refused(deps, request, reply, body, 422);
    const { sitter, name, identifier, email, grade } = body.value;
    const isPlayer = sitter === 'player';
    if (isPlayer && email === '') {
      const message = 'Enter the player’s e-mail address, or let the computer play the seat.';
      return refused(deps, request, reply, fail('email', 'missing', message), 422);
    }
    const added = await addSeat(deps.ctx, {
      gameId: page.game.id,
      by: accountOf(request).id,
      name: isPlayer || name.trim() !== '' ? name : chooseCandidateName(page.seats.map((seat) => seat.name)),
      identifier,
      email: isPlayer ? email : undefined,
      opponent: !isPlayer,
      grade: isPlayer ? undefined : grade,
      wish: optionValues(preferenceFields(page.game), submittedValues(request), 'wish'),
    });
    if (!added.ok) return refused(deps, request, reply, added, 422);
    return reply.done(`${gmGamePath(page)}#seats`, isPlayer ? 'seat-invited' : 'seat-added');
  });

  gmForm(app, deps, '/gm/games/:number/seats/:seat/remove', {
    params: SeatParams,
    body: z.object({ player: PlayerField }),
    act({ page, by, params, body }) {
      return removeSeat(deps.ctx, { gameId: page.game.id, by, seatId: params.seat, mark: body.player });
    },
    notice: 'seat-removed',
    anchor: '#seats',
    refusedStatus: 409,
  });
}

/** The forms of a seat that hold nothing but a button: path, action, and the notice that follows. */
const SEAT_BUTTONS = [
  ['/gm/games/:number/seats/:seat/opponent', handSeatToComputer, 'handed-to-computer'],
  ['/gm/games/:number/seats/:seat/return', returnSeat, 'returned'],
  ['/gm/games/:number/seats/:seat/offer', offerSeat, 'offered'],
  ['/gm/games/:number/seats/:seat/withdraw-offer', withdrawOffer, 'offer-withdrawn'],
] as const;

/** Changing who plays a seat of a running game, and correcting the address of a player. */
function runningSeatRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const common = { params: SeatParams, anchor: '#seats' };

  for (const [path, act, notice] of SEAT_BUTTONS) {
    gmForm(app, deps, path, {
      ...common,
      body: AtSeat,
      act: async (sent) => act(ctx, seatRequest(sent)),
      notice,
    });
  }

  gmForm(app, deps, '/gm/games/:number/seats/:seat/replace', {
    ...common,
    body: Replace,
    act(sent) {
      const { name, email } = sent.body;
      return replacePlayer(ctx, { ...seatRequest(sent), name, email });
    },
    notice: 'replaced',
  });

  gmForm(app, deps, '/gm/games/:number/seats/:seat/address', {
    ...common,
    body: Address,
    async act(sent) {
      const corrected = await correctAddress(ctx, { ...seatRequest(sent), email: sent.body.email });
      if (!corrected.ok) return corrected;
      sent.markStored();
      await resendFailed(ctx, corrected.value.id, gmRequest(sent));
      return corrected;
    },
    notice: 'address-corrected',
  });
}

/** What the GM wants to do to a seat, and whose seat it was on the page that they saw. */
function seatRequest(sent: GmFormRequest<z.infer<typeof SeatParams>, z.infer<typeof AtSeat>>): SeatRequest {
  return { ...gmRequest(sent), seatId: sent.params.seat, mark: sent.body.player };
}
