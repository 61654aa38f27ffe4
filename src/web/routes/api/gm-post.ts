import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { paperSheetPage, paperTokenPage } from '../../../games/game/gm-actions-view.ts';
import {
  addPaperPlayer,
  replaceByPaperPlayer,
  savePostalAddresses,
} from '../../../games/post/paper-players.ts';
import { openPostalRound, type PostalRound, postalRound } from '../../../games/post/postal-round.ts';
import { openPaperSheet } from '../../../games/sheets/open-paper-sheet.ts';
import { seatOfToken } from '../../../games/sheets/sheet-token.ts';
import { type Submission, submitSheet } from '../../../games/sheets/submit-sheet.ts';
import { fail, ok, type Result } from '../../../rules/result.ts';
import { ordersSchema } from '../../../rules/sheet-schema.ts';
import { PlayerField } from '../../forms/player-field.ts';
import { HttpError, notFound } from '../../rendering/http-errors.ts';
import { sendRound } from '../../rendering/round-file.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS, Orders } from './answers.ts';
import { type AskedOfGm, gmOperation, gmRequest, requireGmGame, requireSeat } from './gm-operation.ts';
import { numberOf, operation, SeatParams } from './operation.ts';
import { rolledBack } from './sheet-requests.ts';

const FORM = z.looseObject({
  turn: z.int(),
  attempt: z.int(),
  seat: z.string(),
  mark: z.string(),
  form: z.unknown(),
  schema: z.unknown(),
});

const ROUND = z.looseObject({
  own: z.string().nullable(),
  seats: z.array(
    z.looseObject({
      seat: z.string(),
      mark: z.string().optional(),
      address: z.string().nullable(),
      owes: z.boolean(),
      isIn: z.boolean(),
    }),
  ),
  hasPrintouts: z.boolean(),
  isOpened: z.boolean(),
});

const PaperSheet = z.object({
  turn: z.int().min(0).max(100_000),
  mark: PlayerField,
  attempt: z.int().min(1).max(100_000).optional(),
  final: z.boolean().default(false),
  orders: Orders,
});

/** Sheets on paper and the postal round, for programs of a GM who may see secrets of the game. See docs/api.md. */
export default async function apiGmPostRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  paperSheetRoutes(app, deps);
  roundRoutes(app, deps);
}

function paperSheetRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const path = '/seats/:seat/paper-sheet';

  operation(app, deps, {
    ...{ method: 'GET', path: '/api/gm/games/:number/paper-sheet', scope: 'gm' },
    query: z.object({ token: z.string().max(100) }),
    answer: z.looseObject({ seat: z.string() }),
    summary: 'Finds the seat of a paper sheet by the token that is printed on it',
    async act({ account, params, query }) {
      const page = await paperTokenPage(ctx, account, numberOf(params));
      if (page === null) throw noPaperSheets();
      const found = await seatOfToken(ctx, page.game, query.token);
      return found.ok ? ok({ seat: found.value.identifier }) : found;
    },
  });

  operation(app, deps, {
    ...{ method: 'GET', path: `/api/gm/games/:number${path}`, scope: 'gm', params: SeatParams, answer: FORM },
    summary: 'Shows the blank form of a paper sheet, and the schema of its orders; null until you open it',
    async act({ account, params }) {
      const gmPage = await requireGmGame(deps, account, params);
      const { id, identifier } = requireSeat(gmPage, params.seat);
      const page = await paperSheetPage(ctx, account, numberOf(params), id);
      if (page === null) throw noPaperSheets();
      const { form, turn, attempt, mark } = page;
      const schema = form && ordersSchema(form);
      return ok({ turn, attempt, seat: identifier, mark, form, schema });
    },
  });

  gmOperation(app, deps, {
    ...{ path: `${path}/open`, params: SeatParams },
    summary: 'Opens the form of a paper sheet, which is recorded and announced to the players',
    async act(asked) {
      const { seatId } = await requirePaperSheet(deps, asked);
      return openPaperSheet(ctx, { ...gmRequest(asked), seatId });
    },
  });

  gmOperation(app, deps, {
    ...{ path, params: SeatParams, body: PaperSheet, answer: ANSWERS.sent },
    summary: 'Enters a paper sheet',
    async act(asked) {
      const { page, seatId } = await requirePaperSheet(deps, asked);
      if (page.form === null) return fail('', 'not-opened', 'Open the form of this sheet first.');
      const { turn, attempt, mark, orders: raw, final } = asked.body;
      const submission = await submitSheet(ctx, {
        ...{ gameId: page.game.id, seatId, mark, turn, attempt, raw, channel: 'post', sentById: asked.by },
        final: page.asksForFinal && final,
      });
      return submittedJson(submission, turn);
    },
  });
}

/** The seat of an address, for a GM who may enter its sheet. @throws a 404 if they may not */
async function requirePaperSheet(
  { ctx }: WebContext,
  { page: { seats, game }, account, params }: AskedOfGm<z.output<typeof SeatParams>, unknown>,
) {
  const { id: seatId } = requireSeat({ seats }, params.seat);
  const page = await paperSheetPage(ctx, account, game.number, seatId);
  if (page === null) throw noPaperSheets();
  return { page, seatId };
}

function noPaperSheets() {
  return notFound('There is no game or seat here for which you can enter paper sheets.');
}

function submittedJson(submission: Submission, turn: number): Result<unknown> {
  switch (submission.kind) {
    case 'standing': {
      const { version, final } = submission.sheet;
      const { advice } = submission;
      return ok({ outcome: 'standing', turn, version, standingVersion: version, final, advice });
    }
    case 'refused':
      return { ok: false, problems: submission.problems };
    case 'not-taken':
      throw new HttpError(409, submission.code, submission.message);
    case 'too-many':
    case 'too-long':
      throw new HttpError(429, submission.kind, 'The versions for this turn have reached their limit.');
    case 'stale':
      throw new HttpError(409, 'stale', `Turn ${turn} is not open; turn ${submission.turn} is.`);
    case 'rolled-back':
      throw rolledBack(turn);
    case 'not-owed':
      throw new HttpError(409, 'not-owed', 'This seat owes no sheet now.');
  }
}

function roundRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;
  const path = '/api/gm/games/:number/post';

  operation(app, deps, {
    ...{ method: 'GET', path, scope: 'gm', answer: ROUND },
    summary: 'Shows the players on paper, and whether you opened the postal round of this turn',
    async act({ account, params }) {
      const { own, seats, marks, hasPrintouts, isOpened } = found(
        await postalRound(ctx, account, numberOf(params)),
      );
      const shown = seats.map(({ seat, ...rest }) => ({
        ...{ seat: seat.identifier, name: seat.name, mark: marks.get(seat.id) },
        ...rest,
      }));
      return ok({ own, seats: shown, hasPrintouts, isOpened });
    },
  });

  operation(app, deps, {
    ...{ method: 'GET', path: `${path}.pdf`, scope: 'gm', answer: 'application/pdf' },
    ...{ query: z.object({ paper: z.enum(['letter', 'a4']).optional() }), config: { costly: 'pdf' } },
    summary: 'Sends the printouts of the postal round as PDF',
    async act({ account, params, query, reply }) {
      const round = found(await postalRound(ctx, account, numberOf(params)));
      if (!round.hasPrintouts || !round.isOpened)
        throw notFound('You have not opened the postal round of this turn.');
      const paper = query.paper ?? account.paper;
      await sendRound(deps, app.postalRounds, reply, { round, paper });
      return ok(undefined);
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path, scope: 'gm' },
    body: z.object({
      own: z.string().max(1_000),
      players: z.record(z.string(), z.string().max(1_000)).default({}),
      /** The marks of the players whose addresses these are, by the identifiers of their seats. */
      marks: z.record(z.string(), PlayerField.unwrap()).default({}),
    }),
    summary: 'Saves postal addresses: your own, and those of players on paper by the identifier of the seat',
    async act({ account, params, body }) {
      const { game } = found(await postalRound(ctx, account, numberOf(params)));
      const bySeat = (named: Record<string, string>) =>
        new Map(Object.entries(named).map(([identifier, value]) => [seatNamed(game, identifier).id, value]));
      const [players, marks] = [bySeat(body.players), bySeat(body.marks)];
      return savePostalAddresses(ctx, { gameId: game.id, by: account.id, own: body.own, players, marks });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: `${path}/player`, scope: 'gm' },
    body: z.object({
      name: z.string().max(200),
      address: z.string().max(1_000),
      seat: z.string().max(10).optional(),
      mark: PlayerField,
      turn: z.int().min(0).max(100_000).optional(),
    }),
    summary: 'Adds a player without e-mail to a game that is forming, or gives one a seat of a running game',
    async act({ account, params, body: { seat, mark, turn = 0, ...person } }) {
      const { game } = found(await postalRound(ctx, account, numberOf(params)));
      const of = { gameId: game.id, by: account.id, ...person };
      if (seat === undefined) return addPaperPlayer(ctx, of);
      const { id: seatId } = seatNamed(game, seat);
      return replaceByPaperPlayer(ctx, { ...of, seatId, mark, turn });
    },
  });

  operation(app, deps, {
    ...{ method: 'POST', path: `${path}/open`, scope: 'gm' },
    body: z.object({ turn: z.int().min(0).max(100_000) }),
    summary: 'Opens the postal round of this turn, which is recorded and announced to the players',
    async act({ account, params, body: { turn } }) {
      const { game } = found(await postalRound(ctx, account, numberOf(params)));
      return openPostalRound(ctx, { gameId: game.id, by: account.id, turn });
    },
  });
}

/** @throws a 404 if there is no such seat */
function seatNamed({ seats }: PostalRound['game'], identifier: string) {
  const seat = seats.find((one) => one.identifier === identifier.toUpperCase());
  if (seat === undefined) throw notFound('This game has no such seat.');
  return seat;
}

/** @throws a 404 for anyone but the GM, and for a GM who plays or played in the game */
function found(round: PostalRound | null): PostalRound {
  if (round === null) throw notFound('There is no game here whose printouts you can send by post.');
  return round;
}
