import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import {
  enterPaperAdvanceOrders,
  openPaperAdvanceOrders,
  type PaperAdvancePage,
  paperAdvancePage,
  withdrawPaperAdvanceOrders,
} from '../../../games/post/paper-advance-orders.ts';
import { nextToEnter } from '../../../games/post/postal-round.ts';
import { advanceOrdersName, STANDING_ORDERS } from '../../../games/sheets/advance-orders.ts';
import type { FormValues, Problem, SheetForm } from '../../../rules/sheet.ts';
import { rawFromForm, valuesAtFirst } from '../../../rules/sheet-values.ts';
import { formatDateTime } from '../../../text/dates.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { AtTurn, readBody, readParams, SeatParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { PostedFields } from '../../rendering/posted-fields.ts';
import { paperAdvancePath, paperSheetPath } from '../../turn-sheet/addresses.ts';
import { AdvanceOrdersParams } from '../../turn-sheet/advance-orders-context.ts';
import { toPagePaths } from '../../turn-sheet/field-paths.ts';
import {
  fieldsFromBody,
  isMarkedFinal,
  playerOfBody,
  turnOfBody,
  valuesFromBody,
} from '../../turn-sheet/posted-sheet.ts';
import { NOT_VALIDATED, sheetView } from '../../turn-sheet/sheet-view.ts';
import type { WebContext } from '../../web-context.ts';

const Params = SeatParams.extend({ turn: AdvanceOrdersParams.shape.turn });

/**
 * Entering advance and standing orders of players without e-mail. As with a paper sheet, the form starts blank, and opening
 * it is a form of its own.
 */
export default async function paperAdvanceOrdersRoutes(
  app: FastifyInstance,
  deps: WebContext,
): Promise<void> {
  const path = '/gm/games/:number/seats/:seat/paper-advance-orders/:turn';
  const config = { access: 'account' as const, costly: 'game' as const };

  app.get(path, { config }, async (request, reply) => {
    const page = await requirePage(deps, request);
    if (page.blocker !== null) throw notFound(page.blocker.message);
    return show(reply, page, { values: page.form && valuesAtFirst(page.form) });
  });

  app.post(`${path}/open`, { config }, async (request, reply) => {
    const page = await requirePage(deps, request);
    const { turn } = readBody(AtTurn, request);
    const of = { gameId: page.game.id, by: accountOf(request).id, turn, seatId: page.seat.id };
    const opened = await openPaperAdvanceOrders(deps.ctx, of);
    if (!opened.ok) return renderUnopened(reply.code(409), page, opened.problems);
    const now = await requirePage(deps, request);
    const values = now.form && valuesFromBody(now.form, request.body);
    return values && Object.keys(values).length > 0
      ? show(reply, now, { values })
      : reply.done(addressOf(page), 'paper-sheet-opened');
  });

  app.post(`${path}/withdraw`, { config }, async (request, reply) => {
    const page = await requirePage(deps, request);
    const { turn } = readBody(AtTurn, request);
    const of = { gameId: page.game.id, by: accountOf(request).id, turn, seatId: page.seat.id };
    const meant = { ...of, mark: playerOfBody(request.body) };
    const withdrawn = await withdrawPaperAdvanceOrders(deps.ctx, meant, page.turn);
    if (!withdrawn.ok) return renderUnopened(reply.code(409), page, withdrawn.problems);
    return reply.done(`/gm/games/${page.game.number}/post`, 'paper-advance-orders-withdrawn');
  });

  app.post(path, { config }, async (request, reply) => {
    const page = await requirePage(deps, request);
    if (page.blocker !== null) return renderLate(reply.code(409), page, page.blocker);
    if (!page.isOpened) return renderUnopened(reply.code(409), page, [NOT_OPENED]);
    const { form, seat, game } = page;
    if (form === null) return show(reply.code(409), page, { values: null });
    const values = valuesFromBody(form, request.body);
    const of = { gameId: game.id, by: accountOf(request).id, seatId: seat.id };
    const saved = await enterPaperAdvanceOrders(
      deps.ctx,
      { ...of, turn: turnOfBody(request.body) ?? 0, mark: playerOfBody(request.body) },
      {
        turn: page.turn,
        raw: rawFromForm(form, values),
        final: page.asksForFinal && isMarkedFinal(request.body),
      },
    );
    if (!saved.ok) return show(reply.code(409), page, { values, problems: saved.problems });
    const next = await nextAddress(deps, page);
    const dropped = toPagePaths(form, values, saved.value.dropped);
    if (dropped.length === 0) return reply.done(next, 'paper-advance-orders-entered');
    return show(reply, page, { values, saved: { next, dropped } });
  });
}

/** Where the GM goes on: the player's own sheet if it is missing, then the next one in the printed order. */
async function nextAddress({ ctx }: WebContext, { game, seat }: PaperAdvancePage): Promise<string> {
  const next = await nextToEnter(ctx, game.number, seat.id, { orThis: true });
  return next === null || next === 'done'
    ? `/gm/games/${game.number}/post`
    : paperSheetPath(game.number, next);
}

/** @throws a 404 if this account cannot enter advance orders for the seat */
async function requirePage(deps: WebContext, request: FastifyRequest): Promise<PaperAdvancePage> {
  const { number, seat: seatId, turn } = readParams(Params, request);
  const page = await paperAdvancePage(deps.ctx, accountOf(request), gameNumber(number), { seatId, turn });
  if (page === null) throw notFound('There are no advance orders that you can enter here.');
  return page;
}

function addressOf({ game, seat, turn }: PaperAdvancePage): string {
  return paperAdvancePath(game.number, seat.id, turn);
}

function titleOf({ turn, seat }: PaperAdvancePage): string {
  const what = turn === STANDING_ORDERS ? 'Standing orders' : `Advance orders for turn ${turn}`;
  return `${what} of [${seat.identifier}] ${seat.name}`;
}

const NOT_OPENED: Problem = {
  field: '',
  code: 'not-opened',
  message: 'The orders were not entered: you have not opened the form in this turn. What you typed is kept.',
};

/** What templates/web/gm/withdraw-paper-orders.eta prints; null if no orders are saved for the turn. */
interface WithdrawView {
  action: string;
  openTurn: number;
  /** Whose orders they are: see `PlayerField`. */
  player: string;
  /** `advance orders for turn 5`. */
  name: string;
  /** When they were entered, in the time zone of the game. */
  enteredAt: string;
}

function withdrawViewOf(page: PaperAdvancePage): WithdrawView | null {
  const { savedAt, game, openTurn, turn, mark: player } = page;
  if (savedAt === null) return null;
  const enteredAt = formatDateTime(savedAt, game.timeZone);
  const action = `${addressOf(page)}/withdraw`;
  return { action, openTurn, player, name: advanceOrdersName(turn), enteredAt };
}

/** The form, or why there is none, as templates/web/gm/paper-advance-orders.eta prints it. */
interface PaperAdvanceView {
  number: string;
  gameTitle: string;
  openTurn: number;
  heading: string;
  /** Where the form is sent. */
  action: string;
  /** Whom the form means: see `PlayerField`. */
  player: string;
  /** The other forms that can be opened. */
  turns: { label: string; href: string; current: boolean }[];
  asksFinal: boolean;
  final: boolean;
  /** What was saved would lose these parts as things stand now; null if nothing was saved. */
  saved: { next: string; dropped: readonly { what: string; message: string }[] } | null;
  problems: readonly Problem[];
  withdraw: WithdrawView | null;
  /** Null if it is not known what the turn will ask of the player. */
  view: ReturnType<typeof sheetView> | null;
}

function show(
  reply: FastifyReply,
  page: PaperAdvancePage,
  shown: {
    values: FormValues | null;
    problems?: readonly Problem[];
    saved?: PaperAdvanceView['saved'];
  },
): FastifyReply {
  const { game, seat, form, turn, asksForFinal } = page;
  if (!page.isOpened) return renderUnopened(reply, page);
  const view: PaperAdvanceView = {
    ...{ number: game.number, gameTitle: game.title, openTurn: page.openTurn, heading: titleOf(page) },
    action: addressOf(page),
    player: playerStillMeant(reply.request.body, shown.problems) ?? page.mark,
    turns: page.turns.map((one) => ({
      label: one === STANDING_ORDERS ? 'Standing orders' : `Turn ${one}`,
      href: paperAdvancePath(game.number, seat.id, one),
      current: one === turn,
    })),
    asksFinal: asksForFinal && turn !== STANDING_ORDERS,
    final: isMarkedFinal(reply.request.body),
    saved: shown.saved ?? null,
    problems: shown.problems ?? [],
    withdraw: withdrawViewOf(page),
    view: form && shown.values && sheetOf(form, shown.values, game.ruleset.id),
  };
  return reply.page('gm/paper-advance-orders', {
    title: `${titleOf(page)}, ${game.number}`,
    wide: true,
    styles: ['sheet.css', 'ranked-rows.css'],
    scripts: ['paper-sheet.js'],
    ...view,
  });
}

/** Whom the posted form meant; undefined once the GM is told that someone else has the seat. */
function playerStillMeant(body: unknown, problems: readonly Problem[] = []): string | undefined {
  return problems.some(({ code }) => code === 'changed') ? undefined : playerOfBody(body);
}

function sheetOf(form: SheetForm, values: FormValues, ruleset: string) {
  return sheetView(form, values, NOT_VALIDATED, ruleset);
}

/** What comes before the form, as templates/web/gm/paper-advance-orders-unopened.eta prints it. */
interface UnopenedView {
  number: string;
  gameTitle: string;
  heading: string;
  turn: number;
  action: string;
  /** What was entered in a form that was opened in an earlier turn. */
  fields: PostedFields;
  problems: readonly Problem[];
  withdraw: WithdrawView | null;
}

function renderUnopened(
  reply: FastifyReply,
  page: PaperAdvancePage,
  problems: readonly Problem[] = [],
  action = `${addressOf(page)}/open`,
): FastifyReply {
  const { game, openTurn } = page;
  const { body } = reply.request;
  const player = playerStillMeant(body, problems);
  const fields: PostedFields = [
    ...fieldsFromBody(body).filter(([name]) => name !== 'turn'),
    ...(player === undefined ? [] : [['_player', player] satisfies PostedFields[number]]),
    ...(isMarkedFinal(body) ? [['_final', 'yes'] satisfies PostedFields[number]] : []),
  ];
  const { number, title: gameTitle } = game;
  const view: UnopenedView = {
    ...{ number, gameTitle, heading: titleOf(page), turn: openTurn, action, fields, problems },
    withdraw: withdrawViewOf(page),
  };
  return reply.page('gm/paper-advance-orders-unopened', { title: `${titleOf(page)}, ${number}`, ...view });
}

/** The turn has opened, or passed, while the GM typed. What was typed goes to the form of the open turn's sheet. */
function renderLate(reply: FastifyReply, page: PaperAdvancePage, blocker: Problem): FastifyReply {
  const { game, seat, turn, openTurn } = page;
  if (turn !== openTurn) throw notFound(blocker.message);
  const message = `Turn ${turn} is open now, so these orders are its sheet. What you typed is kept: open the form of the sheet and enter it there.`;
  const action = `/gm/games/${game.number}/seats/${seat.id}/paper-sheet/open`;
  return renderUnopened(reply, page, [{ ...blocker, message }], action);
}
