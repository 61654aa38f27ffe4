import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { type OfferPage, offerPage } from '../../../games/seats/offers-view.ts';
import { takeOverSeat } from '../../../games/seats/takeover.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AtTurn, readBody, readParams, SeatParams } from '../../forms/read-request.ts';
import { capitalized, type DueFact, dueFact, statusInWords } from '../../rendering/game-facts.ts';
import { HttpError, notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { requirePublicGame } from './require-public-game.ts';

const NOT_OFFERED = 'This seat is not offered, or someone has taken it over.';

/** Taking over an offered seat of a running game: a page that explains what it means, and its button. */
export default async function takeOverRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'account' as const, costly: 'game' as const };
  const path = '/games/:number/take-over/:seat';

  app.get(path, { config }, async (request, reply) => {
    const offer = await findOffer(deps, request);
    if (offer === null) throw notFound(NOT_OFFERED);
    return renderTakeOver(deps, reply, offer, []);
  });

  app.post(path, { config }, async (request, reply) => {
    const { card } = await requirePublicGame(deps, request);
    const { seat: seatId } = readParams(SeatParams, request);
    const { turn } = readBody(AtTurn, request);
    const wanted = { gameId: card.id, seatId, by: accountOf(request).id, turn };
    const taken = await takeOverSeat(deps.ctx, wanted);
    if (taken.ok) return reply.done(`/my/games/${card.number}`, 'taken-over');
    const offer = await findOffer(deps, request);
    if (offer === null) throw new HttpError(409, 'not-offered', NOT_OFFERED);
    return renderTakeOver(deps, reply.code(409), offer, taken.problems);
  });
}

function findOffer(deps: WebContext, request: FastifyRequest): Promise<OfferPage | null> {
  const { number, seat } = readParams(SeatParams, request);
  return offerPage(deps.ctx, accountOf(request), gameNumber(number), seat);
}

/** An offered seat, as templates/web/public/takeover.eta prints it. */
interface TakeOverView {
  game: { number: string; title: string; rulesetTitle: string };
  /** The path of the game's public page. */
  gamePath: string;
  seat: OfferPage['seat'];
  turn: number | null;
  status: string;
  sheetsDue: DueFact;
  pace: string;
  who: string;
  gm: string;
  /** Whether the former player can still reclaim the seat. */
  reclaimable: boolean;
  /** Why the reader cannot take the seat over; null if they can. */
  blocked: string | null;
  problems: Problem[];
}

function renderTakeOver(
  deps: WebContext,
  reply: FastifyReply,
  offer: OfferPage,
  problems: Problem[],
): FastifyReply {
  const { card, seat, minReliability } = offer;
  const required = minReliability === null ? '' : ` and a reliability of ${minReliability}% or more`;
  const view: TakeOverView = {
    game: { number: card.number, title: card.title, rulesetTitle: card.ruleset.title },
    gamePath: `/games/${card.number}`,
    seat,
    turn: card.turn,
    status: statusInWords(card),
    sheetsDue: dueFact(card, deps.ctx.now()),
    pace: capitalized(card.pace),
    who: `Anyone with an account${required}`,
    gm: card.gm.name,
    reclaimable: offer.reclaimable,
    blocked: offer.refusal,
    problems,
  };
  return reply.page('public/takeover', { title: `Take over [${seat.identifier}], ${card.number}`, ...view });
}
