import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { STANDING_ORDER, sendAhead, withdrawAhead } from '../../../games/sheets/advance-orders.ts';
import { previewAhead } from '../../../games/sheets/advance-orders-view.ts';
import { BASIC, basicAccount, FinalQuery, jsonOnly } from './basic-auth.ts';
import { readParams, readQuery } from '../../forms/read-request.ts';
import type { WebDeps } from '../../deps.ts';
import { HttpRefusal } from '../../rendering/http-errors.ts';
import { type AheadDesk, AheadParams, aheadDeskOf } from '../../turn-sheet/advance-orders-page.ts';
import { apiGame } from '../../turn-sheet/api-game.ts';

/** What a problem of sheets ahead is answered with. */
const STATUS: Record<string, number> = { 'too-large': 413, 'too-often': 429, nothing: 404 };

/** Sheets for later turns and the standing order, for programs. See docs/api.md. */
export default async function apiAheadRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    const { account, number, page } = await ownDesk(deps, request, reply);
    if (page.fault !== null) throw refusal(page.fault);
    const { kept, form, turn } = page;
    const preview = kept === null ? null : await previewAhead(house, account, number, turn, kept.raw);
    return {
      ...apiGame(page.game),
      openTurn: page.openTurn,
      turn: turnName(turn),
      phase: form?.phase ?? null,
      seat: page.seat.identifier,
      form,
      kept: kept && { orders: kept.raw, sentAt: kept.sentAt, final: kept.final },
      dropped: preview?.dropped ?? [],
    };
  });

  app.post('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    jsonOnly(request);
    const { final } = readQuery(FinalQuery, request);
    const { account, page } = await ownDesk(deps, request, reply);
    const sent = await sendAhead(house, {
      ...ofPage(page, account.id),
      raw: request.body,
      final: page.asksLastWord && final === 'yes',
    });
    if (!sent.ok) throw refusal(sent.problems[0]);
    const { turn, receivedAt, dropped } = sent.value;
    return { turn: turnName(turn), receivedAt, dropped };
  });

  app.delete('/api/games/:number/ahead/:turn', { config: BASIC }, async (request, reply) => {
    const { account, page } = await ownDesk(deps, request, reply);
    const withdrawn = await withdrawAhead(house, ofPage(page, account.id));
    if (!withdrawn.ok) throw refusal(withdrawn.problems[0]);
    return { turn: turnName(page.turn), kept: null };
  });
}

/** The account's own seat in the game that the address names. @throws a 401, 404 or 429 */
async function ownDesk(deps: WebDeps, request: FastifyRequest, reply: FastifyReply): Promise<AheadDesk> {
  const account = await basicAccount(request, reply);
  return aheadDeskOf(deps.house, account, readParams(AheadParams, request));
}

function ofPage({ game, seat, turn }: AheadDesk['page'], sentById: number) {
  return { gameId: game.id, seatId: seat.id, turn, sentById };
}

function turnName(turn: number): number | 'standing' {
  return turn === STANDING_ORDER ? 'standing' : turn;
}

function refusal(problem: { code: string; message: string } | undefined): HttpRefusal {
  const code = problem?.code ?? 'not-ahead';
  return new HttpRefusal(STATUS[code] ?? 409, code, problem?.message ?? '');
}
