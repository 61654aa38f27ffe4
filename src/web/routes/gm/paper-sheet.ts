import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  type PaperSheetPage,
  type PaperTokenPage,
  paperSheetPage,
  paperTokenPage,
} from '../../../games/game/gm-actions-view.ts';
import { nextToEnter } from '../../../games/post/postal-round.ts';
import { openPaperSheet } from '../../../games/sheets/open-paper-sheet.ts';
import { seatOfToken } from '../../../games/sheets/sheet-token.ts';
import type { StoredSheet } from '../../../games/sheets/store-sheet.ts';
import { type Submission, submitSheet } from '../../../games/sheets/submit-sheet.ts';
import type { FormValues, Problem, SheetForm } from '../../../rules/sheet.ts';
import { rawFromForm, valuesAtFirst } from '../../../rules/sheet-values.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AtTurn, GameParams, readBody, readParams, readQuery, SeatParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { PostedFields } from '../../rendering/posted-fields.ts';
import { paperSheetPath } from '../../turn-sheet/addresses.ts';
import { toPagePaths } from '../../turn-sheet/field-paths.ts';
import {
  attemptOfBody,
  fieldsFromBody,
  isMarkedFinal,
  playerOfBody,
  turnOfBody,
  valuesFromBody,
} from '../../turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../turn-sheet/sheet-view.ts';
import type { Validation } from '../../turn-sheet/view-model.ts';
import type { WebContext } from '../../web-context.ts';

/**
 * Entering a paper sheet. The form always starts blank: what is standing is not for the GM's eyes. Opening it is a form of
 * its own, because it is recorded and announced to the players.
 */
export default async function paperSheetRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const path = '/gm/games/:number/seats/:seat/paper-sheet';
  const config = { access: 'account' as const, costly: 'game' as const };
  tokenRoute(app, deps);

  app.get(path, { config }, async (request, reply) => {
    const page = await requirePaperSheet(deps, request);
    return page.form === null
      ? renderUnopened(reply, page)
      : renderPaperSheet(reply, { ...page, form: page.form }, valuesAtFirst(page.form), NOT_VALIDATED);
  });

  app.post(`${path}/open`, { config }, async (request, reply) => {
    const page = await requirePaperSheet(deps, request);
    const { turn } = readBody(AtTurn, request);
    const by = accountOf(request).id;
    const opened = await openPaperSheet(deps.ctx, { gameId: page.game.id, by, turn, seatId: page.seat.id });
    if (!opened.ok) return renderUnopened(reply.code(409), page, opened.problems);
    const { form } = await requirePaperSheet(deps, request);
    const values = form && valuesFromBody(form, request.body);
    return form && values && Object.keys(values).length > 0
      ? renderPaperSheet(reply, { ...page, form }, values, NOT_VALIDATED)
      : reply.done(addressOf(page), 'paper-sheet-opened');
  });

  app.post(path, { config }, async (request, reply) => {
    const page = await requirePaperSheet(deps, request);
    if (page.form === null) return renderUnopened(reply.code(409), page, [NOT_OPENED]);
    const { form, seat, game } = page;
    const values = valuesFromBody(form, request.body);
    const submission = await submitSheet(deps.ctx, {
      gameId: game.id,
      seatId: seat.id,
      mark: playerOfBody(request.body),
      turn: turnOfBody(request.body) ?? 0,
      attempt: attemptOfBody(request.body),
      raw: rawFromForm(form, values),
      channel: 'post',
      sentById: accountOf(request).id,
      final: page.asksForFinal && isMarkedFinal(request.body),
    });
    if (submission.kind === 'standing') {
      const next = await nextToEnter(deps.ctx, game.number, seat.id);
      if (next === 'done') return reply.done(`/gm/games/${game.number}/post`, 'paper-sheet-entered-all');
      if (next !== null) {
        return reply.done(paperSheetPath(game.number, next), 'paper-sheet-entered-next');
      }
      return reply.done(`/gm/games/${game.number}#seats`, 'paper-sheet-entered');
    }
    const opened = { ...page, form };
    const problems = submissionProblems(opened, values, submission);
    const status = submission.kind === 'refused' ? 422 : 409;
    return renderPaperSheet(reply.code(status), opened, values, { ...NOT_VALIDATED, problems });
  });
}

/** Finding the seat of a paper sheet by the token that is printed on it. It changes nothing, so its form is sent with GET. */
function tokenRoute(app: FastifyInstance, deps: WebContext): void {
  app.get(
    '/gm/games/:number/paper-sheet',
    { config: { access: 'account', costly: 'game' } },
    async (request, reply) => {
      const number = gameNumber(readParams(GameParams, request).number);
      const page = await paperTokenPage(deps.ctx, accountOf(request), number);
      if (page === null) throw notFound('There is no game here for which you can enter paper sheets.');
      const { token } = readQuery(TokenQuery, request);
      if (token === undefined) return renderToken(reply, page, { token: '', tokenProblem: null });
      const found = await seatOfToken(deps.ctx, page.game, token);
      if (found.ok) return reply.redirect(paperSheetPath(number, found.value.id), 303);
      const tokenProblem = found.problems[0]?.message ?? null;
      return renderToken(reply.code(422), page, { token, tokenProblem });
    },
  );
}

const TokenQuery = z.object({ token: z.string().max(100).optional() });

/** The page, as templates/web/gm/paper-sheet-token.eta prints it. */
interface TokenView {
  number: string;
  gameTitle: string;
  turn: number;
  token: string;
  /** Why there is no such sheet; null if nothing was typed yet. */
  tokenProblem: string | null;
  seats: { identifier: string; name: string; href: string }[];
}

function renderToken(
  reply: FastifyReply,
  { game, seats }: PaperTokenPage,
  typed: Pick<TokenView, 'token' | 'tokenProblem'>,
): FastifyReply {
  const number = gameNumber(game);
  const href = (id: string) => paperSheetPath(number, id);
  const view: TokenView = {
    ...{ number, gameTitle: game.title, turn: game.turn, ...typed },
    seats: seats.map(({ id, identifier, name }) => ({ identifier, name, href: href(id) })),
  };
  return reply.page('gm/paper-sheet-token', { title: `Paper sheets, ${number}`, ...view });
}

/** The page of a sheet whose form the GM has opened. */
type OpenedPage = PaperSheetPage & { form: SheetForm };

function addressOf({ game, seat }: PaperSheetPage): string {
  return paperSheetPath(game.number, seat.id);
}

function submissionProblems(
  page: OpenedPage,
  values: FormValues,
  submission: Exclude<Submission, { kind: 'standing' }>,
): Problem[] {
  if (submission.kind === 'refused') return toPagePaths(page.form, values, submission.problems);
  return [{ field: '', ...notStored(page, submission) }];
}

function notStored(
  page: OpenedPage,
  submission: Exclude<Submission, StoredSheet>,
): Pick<Problem, 'code' | 'message'> {
  const code = submission.kind;
  switch (submission.kind) {
    case 'not-taken':
      return { code: submission.code, message: submission.message };
    case 'too-many': {
      const message = `You have entered ${submission.max} versions for this turn, and no more are accepted.`;
      return { code, message };
    }
    case 'too-long': {
      const message = `With this sheet, the versions that you have entered for this turn would have more than ${submission.maxBytes / 1024} kB together, which is the limit. Enter a shorter one.`;
      return { code, message };
    }
    case 'rolled-back': {
      const message = `Turn ${page.turn} has a new printout since you opened this form: the turn before it was rolled back. Check that this sheet is from the new printout, and enter it again.`;
      return { code, message };
    }
    default: {
      const message = `Turn ${page.turn} is open now. Check that this sheet is for it, and enter it again.`;
      return { code, message };
    }
  }
}

/** @throws a 404 if this account cannot enter a sheet for the seat */
async function requirePaperSheet(deps: WebContext, request: FastifyRequest): Promise<PaperSheetPage> {
  const { number, seat } = readParams(SeatParams, request);
  const page = await paperSheetPage(deps.ctx, accountOf(request), gameNumber(number), seat);
  if (page === null) throw notFound('There is no sheet that you can enter here.');
  return page;
}

/** The page of a paper sheet, as templates/web/gm/paper-sheet.eta prints it. */
interface PaperSheetView {
  number: string;
  gameTitle: string;
  seat: PaperSheetPage['seat'];
  /** Where the form is sent. */
  action: string;
  /** Whom the form means: see `PlayerField`. */
  player: string;
  /** The attempt of the turn’s printouts: see `WholeGame`. */
  attempt: number;
  /** Whether the form has a box for final orders, and whether it is checked. */
  asksFinal: boolean;
  final: boolean;
  view: ReturnType<typeof sheetView>;
}

function renderPaperSheet(
  reply: FastifyReply,
  page: OpenedPage,
  values: FormValues,
  validation: Validation,
): FastifyReply {
  const { game, seat, form } = page;
  const { body } = reply.request;
  const isToldOfNewPlayer = validation.problems.some(({ code }) => code === 'changed');
  const view: PaperSheetView = {
    number: game.number,
    gameTitle: game.title,
    seat,
    action: addressOf(page),
    player: (isToldOfNewPlayer ? undefined : playerOfBody(body)) ?? page.mark,
    attempt: page.attempt,
    asksFinal: page.asksForFinal,
    final: isMarkedFinal(body),
    view: sheetView(form, values, validation, game.ruleset.id),
  };
  return reply.page('gm/paper-sheet', {
    title: `Paper sheet for [${seat.identifier}] ${seat.name}, ${game.number}`,
    wide: true,
    styles: ['sheet.css', 'ranked-rows.css'],
    scripts: ['paper-sheet.js'],
    ...view,
  });
}

const NOT_OPENED: Problem = {
  field: '',
  code: 'not-opened',
  message: 'The sheet was not entered: you have not opened the form for this turn. What you typed is kept.',
};

/** What comes before the form, as templates/web/gm/paper-sheet-unopened.eta prints it. */
interface UnopenedView {
  number: string;
  gameTitle: string;
  seat: PaperSheetPage['seat'];
  turn: number;
  action: string;
  /** What was entered in a form that was opened for an earlier turn. */
  fields: PostedFields;
  problems: Problem[];
}

function renderUnopened(reply: FastifyReply, page: PaperSheetPage, problems: Problem[] = []): FastifyReply {
  const { game, seat, turn } = page;
  const action = `${addressOf(page)}/open`;
  const { body } = reply.request;
  const player = playerOfBody(body);
  const fields: PostedFields = [
    ...fieldsFromBody(body).filter(([name]) => name !== 'turn'),
    ...(player === undefined ? [] : [['_player', player] satisfies PostedFields[number]]),
    ...(isMarkedFinal(body) ? [['_final', 'yes'] satisfies PostedFields[number]] : []),
  ];
  const { number, title: gameTitle } = game;
  const view: UnopenedView = { number, gameTitle, seat, turn, action, fields, problems };
  return reply.page('gm/paper-sheet-unopened', {
    title: `Paper sheet for [${seat.identifier}] ${seat.name}, ${game.number}`,
    ...view,
  });
}
