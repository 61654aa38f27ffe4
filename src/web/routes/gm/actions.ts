import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { abandonGame, reviveGame } from '../../../games/game/abandon-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import type { GmRequest } from '../../../games/game/gm-access.ts';
import { type PaperSheetPage, paperSheetPage } from '../../../games/game/gm-actions-view.ts';
import type { GmGamePage } from '../../../games/game/gm-view.ts';
import { broadcast } from '../../../games/notices/broadcast.ts';
import { decideOnPress } from '../../../games/press/press-moderation.ts';
import { previewTurn } from '../../../games/processing/preview-turn.ts';
import { rollBack, rollForward } from '../../../games/processing/roll-back.ts';
import { type Submission, submitSheet } from '../../../games/sheets/submit-sheet.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import type { Result } from '../../../rules/result.ts';
import { type FormValues, type Problem, rawFromForm } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { dueFrom, unreadableDue } from '../../forms/due-field.ts';
import {
  AtTurn,
  GameParams,
  readBody,
  readParams,
  SeatParams,
  typedValues,
} from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { toPagePaths, valuesFromBody } from '../../turn-sheet/paths.ts';
import { NOT_VALIDATED, sheetView } from '../../turn-sheet/sheet-view.ts';
import { isMarkedFinal, turnOfBody } from '../../turn-sheet/typed-fields.ts';
import type { Validation } from '../../turn-sheet/view-model.ts';
import { gmGamePath, renderGmGame, requireGmGame } from './game.ts';

const ReleaseParams = GameParams.extend({ release: z.uuid() });
const word = z.string().max(10_000).default('');

const Back = AtTurn.extend({ due: z.string().max(40).default(''), word });
const Release = AtTurn.extend({ decision: z.enum(['print', 'withhold']), word });
const Letter = AtTurn.extend({ text: word });
const Abandon = AtTurn.extend({ confirm: z.string().max(40).default(''), word });
const TakeUp = AtTurn.extend({ word });

const config = { who: 'account' as const };

/** What the GM can do to a game besides running its turns. Every door is the GM's of that game alone. */
export default async function gmActionRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  turnVerbs(app, deps);
  pressAndLetters(app, deps);
  postRoutes(app, deps);
}

function turnVerbs(app: FastifyInstance, deps: WebDeps): void {
  const { ctx } = deps;

  app.post('/gm/games/:number/roll-back', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { turn, due, word } = readBody(Back, request);
    const date = dueFrom(due, own.game.timeZone);
    if (date === 'unreadable') {
      const values = typedValues(request);
      return renderGmGame(reply.code(422), own, { problems: [unreadableDue()], values });
    }
    const done = await rollBack(ctx, { ...gmRequest(request, own, turn), due: date, word });
    return finish(deps, request, reply, done, 'rolled-back');
  });

  app.post('/gm/games/:number/roll-forward', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const done = await rollForward(ctx, gmRequest(request, own, readBody(AtTurn, request).turn));
    return finish(deps, request, reply, done, 'rolled-forward');
  });

  app.post('/gm/games/:number/preview', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const shown = await previewTurn(ctx, gmRequest(request, own, readBody(AtTurn, request).turn));
    if (!shown.ok) return finish(deps, request, reply, shown, '');
    const { turn, over, printouts } = shown.value;
    return reply.page('gm/preview', {
      title: `Preview of turn ${turn}, ${own.game.number}`,
      wide: true,
      number: own.game.number,
      turn,
      over,
      printouts: printouts.map(({ seat, report }) => ({
        seat,
        report: renderHtml(report, `of-${seat?.identifier ?? 'public'}`),
      })),
    });
  });
}

function pressAndLetters(app: FastifyInstance, deps: WebDeps): void {
  const { ctx } = deps;

  app.post('/gm/games/:number/press/:release', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { release: releaseId } = readParams(ReleaseParams, request);
    const { turn, decision, word } = readBody(Release, request);
    const done = await decideOnPress(ctx, { ...gmRequest(request, own, turn), releaseId, decision, word });
    return finish(deps, request, reply, done, 'press-decided', '#press');
  });

  app.post('/gm/games/:number/letter', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { turn, text } = readBody(Letter, request);
    const done = await broadcast(ctx, { ...gmRequest(request, own, turn), text });
    return finish(deps, request, reply, done, 'letter-sent');
  });

  app.post('/gm/games/:number/abandon', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { turn, confirm, word } = readBody(Abandon, request);
    const done = await abandonGame(ctx, { ...gmRequest(request, own, turn), confirm, word });
    return finish(deps, request, reply, done, 'abandoned');
  });

  app.post('/gm/games/:number/take-up', { config }, async (request, reply) => {
    const own = await requireGmGame(deps, request);
    const { turn, word } = readBody(TakeUp, request);
    const done = await reviveGame(ctx, { ...gmRequest(request, own, turn), word });
    return finish(deps, request, reply, done, 'taken-up');
  });
}

/** Sheets that came by post. The form is blank however often: what stands is not for the GM's eyes. */
function postRoutes(app: FastifyInstance, deps: WebDeps): void {
  const path = '/gm/games/:number/seats/:seat/sheet';

  app.get(path, { config }, async (request, reply) =>
    postPage(reply, await blankSheet(deps, request), {}, NOT_VALIDATED),
  );

  app.post(path, { config }, async (request, reply) => {
    const blank = await blankSheet(deps, request);
    const { form, seat, game } = blank;
    const values = valuesFromBody(form, request.body);
    const submission = await submitSheet(deps.ctx, {
      gameId: game.id,
      seatId: seat.id,
      turn: turnOfBody(request.body) ?? 0,
      raw: rawFromForm(form, values),
      channel: 'post',
      sentById: accountOf(request).id,
      final: blank.asksLastWord && isMarkedFinal(request.body),
    });
    if (submission.kind === 'standing') return reply.done(`/gm/games/${game.number}#seats`, 'post-entered');
    const problems = postProblems(blank, values, submission);
    const code = submission.kind === 'refused' ? 422 : 409;
    return postPage(reply.code(code), blank, values, { ...NOT_VALIDATED, problems });
  });
}

function postProblems(
  blank: PaperSheetPage,
  values: FormValues,
  submission: Exclude<Submission, { kind: 'standing' }>,
): Problem[] {
  if (submission.kind === 'refused') return toPagePaths(blank.form, values, submission.problems);
  const message =
    submission.kind === 'too-many'
      ? `You have entered ${submission.max} versions for this turn: no more are kept.`
      : `Turn ${blank.turn} is open now: was this sheet for it?`;
  return [{ field: '', code: submission.kind, message }];
}

/** @throws a 404 where there is none for this account */
async function blankSheet(deps: WebDeps, request: FastifyRequest): Promise<PaperSheetPage> {
  const { number, seat } = readParams(SeatParams, request);
  const blank = await paperSheetPage(deps.ctx, accountOf(request), gameNumber(number), seat);
  if (blank === null) throw notFound('There is no sheet for you to enter here.');
  return blank;
}

function postPage(
  reply: FastifyReply,
  blank: PaperSheetPage,
  values: FormValues,
  said: Validation,
): FastifyReply {
  const { game, seat, form } = blank;
  return reply.page('gm/post', {
    title: `A sheet by post for [${seat.identifier}], ${game.number}`,
    wide: true,
    styles: ['sheet.css'],
    number: game.number,
    gameTitle: game.title,
    seat,
    asksLastWord: blank.asksLastWord,
    final: isMarkedFinal(reply.request.body),
    view: sheetView(form, values, said),
  });
}

/** Who asks, for which game, and at which turn the page stood. */
export function gmRequest(request: FastifyRequest, own: GmGamePage, turn: number): GmRequest {
  return { gameId: own.game.id, by: accountOf(request).id, turn };
}

/** Problems that mean that the page was out of date, not that something was typed wrongly. */
const STALE = new Set([
  'wrong-turn',
  'not-running',
  'ended',
  'changed',
  'not-rolled-back',
  'printed',
  'not-abandoned',
]);

/** After a verb: back to the desk with a notice, or the desk as it is now with the problems. */
export async function finish(
  deps: WebDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  done: Result<unknown>,
  notice: string,
  place = '',
): Promise<FastifyReply> {
  const now = await requireGmGame(deps, request);
  if (done.ok) return reply.done(`${gmGamePath(now)}${place}`, notice);
  const stale = done.problems.some(({ code }) => STALE.has(code));
  const typed = { problems: done.problems, values: typedValues(request) };
  return renderGmGame(reply.code(stale ? 409 : 422), now, typed);
}
