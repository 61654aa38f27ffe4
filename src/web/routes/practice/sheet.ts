import type { FastifyInstance, FastifyReply } from 'fastify';
import { playPractice } from '../../../games/practice/play-practice.ts';
import { finishGuide } from '../../../games/practice/practice-player.ts';
import { practiceFacts, practiceForm, practiceReport } from '../../../games/practice/practice-view.ts';
import { withLimitedProblems } from '../../../games/sheets/limit-problems.ts';
import type { FormValues, Problem, SheetForm } from '../../../rules/sheet.ts';
import { formFromRaw, rawFromForm, valuesAtFirst } from '../../../rules/sheet-values.ts';
import { PracticeParams, withSchemas } from '../../forms/read-request.ts';
import { counted } from '../../rendering/game-facts.ts';
import { HttpError, wantsJson } from '../../rendering/http-errors.ts';
import { adviceBoxes, box, editedBox } from '../../turn-sheet/boxes.ts';
import { type CheckResponse, checkResponse } from '../../turn-sheet/check-response.ts';
import { factsView, withBriefs } from '../../turn-sheet/facts-view.ts';
import { toPagePaths } from '../../turn-sheet/field-paths.ts';
import { fillIn } from '../../turn-sheet/fill-in.ts';
import { GUESS_HEADING, rivalsOfBody, showGuess } from '../../turn-sheet/guess-page.ts';
import { moveRow, rowMoveOf } from '../../turn-sheet/move-row.ts';
import { fieldsFromBody, stateToFillIn, turnOfBody, valuesFromBody } from '../../turn-sheet/posted-sheet.ts';
import { withoutRemarks } from '../../turn-sheet/sheet-context.ts';
import { mapOfReport } from '../../turn-sheet/sheet-map.ts';
import { sheetView } from '../../turn-sheet/sheet-view.ts';
import type {
  BoxView,
  LinkedRemark,
  PageHeadView,
  SheetFormView,
  Validation,
} from '../../turn-sheet/view-model.ts';
import type { WebContext } from '../../web-context.ts';
import {
  type PracticeContext,
  type PresentContext,
  practiceContext,
  practicePath,
  practicePrintoutPath,
  practiceSheetPath,
  presentContext,
} from './practice-context.ts';
import { guideOf, practiceControls, practiceNotesForm, sheetGuide } from './view-model.ts';

/** The sheets of practice games. A sheet that is sent is played at once. */
export default async function practiceSheetRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const { ctx } = deps;
  const routes = withSchemas(app);
  const access = 'anyone' as const;
  const schema = { params: PracticeParams };
  const path = '/practice/:game/sheet';

  // Drawing the map takes long.
  routes.get(path, { config: { access, costly: 'game' }, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const form = practiceForm(context.whole);
    if (form === null) return toLastPrintout(reply, context);
    const { draft } = context.whole.game;
    const values = draft === null ? valuesAtFirst(form) : formFromRaw(form, draft);
    return showSheet(reply, context, { form, values, state: { kind: 'open' } });
  });

  routes.post(path, { config: { access, costly: 'game' }, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const { player, whole } = context;
    const form = openForm(context, request.body);
    if (form === null) {
      await app.takePageTurn(request, reply);
      return showStale(reply.code(409), context);
    }
    const values = valuesFromBody(form, request.body);
    const isBlank = Object.keys(values).length === 0 && form.mayBeBlank !== true;
    if (isBlank && !isSentAgain(request.body)) {
      await app.takePageTurn(request, reply);
      return showSheet(reply.code(422), context, { form, values, state: { kind: 'blank' } });
    }
    const { id: gameId, ruleset } = whole.game;
    const raw = rawFromForm(form, values);
    const sent = { playerId: player.id, gameId, turn: form.turn, raw };
    const played = await playPractice(ctx, sent, (play) => app.playInTurn(request, play));
    if (played.kind !== 'played') await app.takePageTurn(request, reply);
    if (played.kind === 'refused') {
      const state = { kind: 'refused' as const, problems: toPagePaths(form, values, played.problems) };
      return showSheet(reply.code(422), context, { form, values, state });
    }
    if (played.kind === 'stale') {
      return showStale(reply.code(409), await practiceContext(deps, request, request.params.game));
    }
    request.stored = true;
    // The hints are for the first turn. Someone who has played the second one no longer needs them.
    if (form.turn > 1) await finishGuide(ctx, player.id, ruleset);
    return reply.redirect(practicePrintoutPath(gameId, form.turn + 1), 303);
  });

  // The page draws the map; the totals for the script of the page do not.
  const limits = { checks: true as const, costlyPage: 'game' as const };
  const checkConfig = { access, ...limits, stores: 'nothing' as const };
  routes.post(`${path}/check`, { config: checkConfig, schema }, async (request, reply) => {
    if (wantsJson(request)) {
      const present = await presentContext(deps, request, request.params.game);
      return reply.send(checkForScript(present, request.body));
    }
    const context = await practiceContext(deps, request, request.params.game);
    const form = openForm(context, request.body);
    if (form === null) return showStale(reply.code(409), context);
    return showChecked(reply, context, { form, values: valuesFromBody(form, request.body) });
  });

  const tryConfig = { access, costly: 'game' as const, stores: 'nothing' as const };
  routes.post(`${path}/try`, { config: tryConfig, schema }, async (request, reply) => {
    const context = await practiceContext(deps, request, request.params.game);
    const form = openForm(context, request.body);
    if (form === null) return showStale(reply.code(409), context);
    return tryOut(reply, context, { form, values: valuesFromBody(form, request.body) });
  });
}

/** What the script of the page shows while the sheet is being filled in. @throws a 409 if the turn is not open */
function checkForScript(context: PresentContext, body: unknown): CheckResponse {
  const form = openForm(context, body);
  if (form === null) {
    throw new HttpError(409, 'stale', 'The turn has been played. Reload the page for the new sheet.');
  }
  return checkResponse(form, validate(context, form, valuesFromBody(form, body)));
}

/** A guess at what the sheet would do, or the sheet with its problems. */
async function tryOut(
  reply: FastifyReply,
  context: PracticeContext,
  { form, values }: { form: SheetForm; values: FormValues },
): Promise<FastifyReply> {
  const { ruleset, state, seat, game } = context.whole;
  const { request, server } = reply;
  const [raw, rivals] = [rawFromForm(form, values), rivalsOfBody(request.body)];
  const guess = await server.guessInTurn(request, () => ruleset.guess(state, seat.identifier, raw, rivals));
  if (!guess.ok) return showSheet(reply, context, { form, values, state: { kind: 'checked' } });
  return showGuess(reply, {
    title: `${GUESS_HEADING}, practice game`,
    head: { ...pageHead(context, form), heading: GUESS_HEADING },
    address: practiceSheetPath(game.id),
    fields: { _turn: String(form.turn), _seat: seat.identifier },
    values,
    guess,
  });
}

/** The page after a check, or after a state was filled in or a row was moved. */
function showChecked(
  reply: FastifyReply,
  context: PracticeContext,
  { form, values }: { form: SheetForm; values: FormValues },
): FastifyReply {
  const { body } = reply.request;
  const move = rowMoveOf(body);
  const code = stateToFillIn(body);
  const edited =
    move !== null
      ? moveRow(form, values, move)
      : code !== null
        ? fillIn(form, practiceFacts(context.whole), { values, code })
        : null;
  if (edited === null) return showSheet(reply, context, { form, values, state: { kind: 'checked' } });
  const state = { kind: 'edited' as const, ...edited };
  return showSheet(reply, context, { form, values: edited.values, state });
}

/** Whether the sheet comes from the page that says that it is blank. */
function isSentAgain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && '_blank' in body;
}

/** The form of the open turn, if the posted sheet is for it. */
function openForm({ whole }: PresentContext, body: unknown): SheetForm | null {
  const form = practiceForm(whole);
  return form !== null && turnOfBody(body) === form.turn ? form : null;
}

/** What is wrong with a sheet, its totals, and the hints for a first turn. Paths are those of the page. */
function validate(context: PresentContext, form: SheetForm, values: FormValues): Validation {
  const { ruleset, state, seat, game } = context.whole;
  const raw = rawFromForm(form, values);
  const checked = withLimitedProblems(ruleset.check(state, seat.identifier, raw));
  const tally = ruleset.tally(state, seat.identifier, raw);
  const hints = game.turn === 1 ? (guideOf(context)?.fields ?? []) : [];
  const hintNotes = hints.map(({ field, text }) => ({ field, text: `Hint: ${text}` }));
  return {
    problems: checked.ok ? [] : toPagePaths(form, values, checked.problems),
    advice: checked.ok ? toPagePaths(form, values, checked.advice) : [],
    tally: { totals: tally.totals, notes: [...hintNotes, ...toPagePaths(form, values, tally.notes)] },
  };
}

/** Why the page is shown. */
type SheetState =
  | { kind: 'open' }
  | { kind: 'checked' }
  /** What it takes to lead a state was filled in, or a row was moved, without scripts. */
  | { kind: 'edited'; remark: LinkedRemark; moved?: string }
  /** The sheet was sent. Its problems have the paths of the page. */
  | { kind: 'refused'; problems: Problem[] }
  /** The sheet was sent without any orders. It is played only if it is sent once more. */
  | { kind: 'blank' }
  /** The turn has been played or undone on another page. */
  | { kind: 'stale'; posted: [string, string][] };

function showSheet(
  reply: FastifyReply,
  context: PracticeContext,
  { form, values, state }: { form: SheetForm; values: FormValues; state: SheetState },
): FastifyReply {
  const { whole } = context;
  const { game } = whole;
  const checked = validate(context, form, values);
  const shown = state.kind === 'checked' ? checked : withoutRemarks(checked);
  const validation = state.kind === 'refused' ? { ...shown, problems: state.problems } : shown;
  const facts = practiceFacts(whole);
  const view = sheetView(withBriefs(form, facts), values, validation, game.ruleset);
  const address = practiceSheetPath(game.id);
  const report = practiceReport(whole, form.turn);
  const formView: SheetFormView = {
    sheet: view,
    address,
    fields: {
      ...{ _turn: String(form.turn), _seat: whole.seat.identifier },
      ...(state.kind === 'blank' && { _blank: 'yes' }),
    },
    draftKey: `whistlestop:practice-${game.id}:${form.turn}:${whole.seat.identifier}`,
    draftFrom: form.turn,
    map: view.takesStates ? mapOfReport(report) : null,
    facts: facts && factsView(facts, address),
    final: null,
    sendLabel: `Send sheet and play turn ${form.turn}`,
    checkLabel: 'Check only',
    tryLabel: 'Try it',
    ...(state.kind === 'edited' && state.moved && { moved: state.moved }),
  };
  return reply.page('practice/sheet', {
    title: `Turn sheet ${form.turn}, practice game`,
    wide: true,
    styles: ['sheet.css', 'ranked-rows.css', 'state-facts.css'],
    scripts: ['sheet.js'],
    head: pageHead(context, form),
    boxes: [...stateBoxes(state, validation.problems.length, view.problems), ...adviceBoxes(view.advice)],
    guide: sheetGuide(context),
    controls: practiceControls(context, null),
    form: formView,
    notes: practiceNotesForm(context, 'sheet'),
  });
}

function pageHead({ whole }: PracticeContext, form: SheetForm): PageHeadView {
  const { seat, ruleset, game } = whole;
  return {
    seatLine: `${ruleset.title}, practice game T-${form.turn} [${seat.identifier}] ${seat.name}`,
    heading: `Turn sheet ${form.turn}`,
    gameAddress: practicePrintoutPath(game.id, form.turn),
    gameTitle: `Printout before turn ${form.turn}`,
    facts: [form.phase],
    mainFact: '',
  };
}

function stateBoxes(state: SheetState, problems: number, remarks: BoxView['remarks']): BoxView[] {
  const count = counted(problems, 'problem');
  switch (state.kind) {
    case 'open':
      return [];
    case 'edited':
      return [editedBox(state.remark)];
    case 'refused': {
      const paragraphs = ['The turn was not played. Everything you entered is still here.'];
      return [
        box({ kind: 'problem', title: `Not accepted: ${count}`, paragraphs, remarks, isResponse: true }),
      ];
    }
    case 'checked': {
      const paragraphs = ['Your sheet has not been sent yet.'];
      const title = problems > 0 ? `Checked: ${count}` : 'Checked: no problems';
      const kind = problems > 0 ? 'problem' : 'good';
      return [box({ kind, title, paragraphs, remarks, isResponse: true })];
    }
    case 'blank': {
      const paragraphs = [
        'Nothing is filled in. Send it once more if you want to play the turn without orders.',
      ];
      return [box({ kind: 'advice', title: 'Your sheet is blank', paragraphs, isResponse: true })];
    }
    case 'stale': {
      const paragraphs = [
        'The turn was played or undone on another page. This is the sheet of the open turn.',
      ];
      const title = 'Your sheet was not sent';
      return [box({ kind: 'problem', title, paragraphs, postedFields: state.posted, isResponse: true })];
    }
  }
}

/** For a sheet of a turn that is no longer open: shows the sheet of the open turn, with what was entered at the top. */
function showStale(reply: FastifyReply, context: PracticeContext): FastifyReply {
  const form = practiceForm(context.whole);
  if (form === null) return toLastPrintout(reply, context);
  const posted = fieldsFromBody(reply.request.body);
  const values = valuesFromBody(form, reply.request.body);
  return showSheet(reply, context, { form, values, state: { kind: 'stale', posted } });
}

function toLastPrintout(reply: FastifyReply, { whole }: PracticeContext): FastifyReply {
  return reply.redirect(practicePath(whole.game.id), 303);
}
