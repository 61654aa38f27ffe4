import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { renderHtml } from '../../../printouts/html.ts';
import type { Result } from '../../../rules/result.ts';
import { type FormValues, type Problem, rawFromForm } from '../../../rules/sheet.ts';
import { abandonGame, takeUpAgain } from '../../../games/game/abandon-game.ts';
import type { Asked } from '../../../games/game/gm-access.ts';
import { writeToAll } from '../../../games/notices/broadcast.ts';
import { numberOf } from '../../../games/game/game-number.ts';
import { decidePress } from '../../../games/press/press-moderation.ts';
import { previewTurn } from '../../../games/processing/preview-turn.ts';
import { rollBack, rollForward } from '../../../games/processing/roll-back.ts';
import { type Submission, submitSheet } from '../../../games/sheets/submit-sheet.ts';
import type { Desk } from '../../../games/game/gm-view.ts';
import { type PostSheet, postSheet } from '../../../games/game/gm-actions-view.ts';
import { AtTurn, GameParams, readBody, readParams, SeatParams, typedValues } from '../../forms/read-request.ts';
import type { WebDeps } from '../../deps.ts';
import { dueFrom, unreadableDue } from '../../forms/due-field.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { Judgement } from '../../turn-sheet/view-model.ts';
import { toPagePaths, valuesFromBody } from '../../turn-sheet/paths.ts';
import { saysLastWord, turnOfBody } from '../../turn-sheet/typed-fields.ts';
import { sheetView, UNJUDGED } from '../../turn-sheet/sheet-view.ts';
import { deskOf, deskPage, ownDesk } from './game.ts';

const ReleaseParams = GameParams.extend({ release: z.uuid() });
const word = z.string().max(10_000).default('');

const Back = AtTurn.extend({ due: z.string().max(40).default(''), word });
const Release = AtTurn.extend({ decision: z.enum(['print', 'withhold']), word });
const Letter = AtTurn.extend({ text: word });
const Abandon = AtTurn.extend({ confirm: z.string().max(40).default(''), word });
const TakeUp = AtTurn.extend({ word });

const config = { who: 'account' as const };

/** What the GM can do to a game besides running its turns. Every door is the GM's of that game alone. */
export default async function verbRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  turnVerbs(app, deps);
  pressAndLetters(app, deps);
  postRoutes(app, deps);
}

function turnVerbs(app: FastifyInstance, deps: WebDeps): void {
  const { house } = deps;

  app.post('/gm/games/:number/roll-back', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const { turn, due, word } = readBody(Back, request);
    const date = dueFrom(due, own.game.timeZone);
    if (date === 'unreadable') {
      const values = typedValues(request);
      return deskPage(reply.code(422), own, { problems: [unreadableDue()], values });
    }
    const done = await rollBack(house, { ...asked(request, own, turn), due: date, word });
    return finish(deps, request, reply, done, 'rolled-back');
  });

  app.post('/gm/games/:number/roll-forward', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const done = await rollForward(house, asked(request, own, readBody(AtTurn, request).turn));
    return finish(deps, request, reply, done, 'rolled-forward');
  });

  app.post('/gm/games/:number/preview', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const shown = await previewTurn(house, asked(request, own, readBody(AtTurn, request).turn));
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
  const { house } = deps;

  app.post('/gm/games/:number/press/:release', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const { release: releaseId } = readParams(ReleaseParams, request);
    const { turn, decision, word } = readBody(Release, request);
    const done = await decidePress(house, { ...asked(request, own, turn), releaseId, decision, word });
    return finish(deps, request, reply, done, 'press-decided', '#press');
  });

  app.post('/gm/games/:number/letter', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const { turn, text } = readBody(Letter, request);
    const done = await writeToAll(house, { ...asked(request, own, turn), text });
    return finish(deps, request, reply, done, 'letter-sent');
  });

  app.post('/gm/games/:number/abandon', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const { turn, confirm, word } = readBody(Abandon, request);
    const done = await abandonGame(house, { ...asked(request, own, turn), confirm, word });
    return finish(deps, request, reply, done, 'abandoned');
  });

  app.post('/gm/games/:number/take-up', { config }, async (request, reply) => {
    const own = await ownDesk(deps, request);
    const { turn, word } = readBody(TakeUp, request);
    const done = await takeUpAgain(house, { ...asked(request, own, turn), word });
    return finish(deps, request, reply, done, 'taken-up');
  });
}

/** Sheets that came by post. The form is blank however often: what stands is not for the GM's eyes. */
function postRoutes(app: FastifyInstance, deps: WebDeps): void {
  const path = '/gm/games/:number/seats/:seat/sheet';

  app.get(path, { config }, async (request, reply) =>
    postPage(reply, await blankSheet(deps, request), {}, UNJUDGED),
  );

  app.post(path, { config }, async (request, reply) => {
    const blank = await blankSheet(deps, request);
    const { form, seat, game } = blank;
    const values = valuesFromBody(form, request.body);
    const submission = await submitSheet(deps.house, {
      gameId: game.id,
      seatId: seat.id,
      turn: turnOfBody(request.body) ?? 0,
      raw: rawFromForm(form, values),
      channel: 'post',
      sentById: accountOf(request).id,
      final: blank.asksLastWord && saysLastWord(request.body),
    });
    if (submission.kind === 'standing') return reply.done(`/gm/games/${game.number}#seats`, 'post-entered');
    const problems = postProblems(blank, values, submission);
    const code = submission.kind === 'refused' ? 422 : 409;
    return postPage(reply.code(code), blank, values, { ...UNJUDGED, problems });
  });
}

function postProblems(
  blank: PostSheet,
  values: FormValues,
  submission: Exclude<Submission, { kind: 'standing' }>,
): Problem[] {
  if (submission.kind === 'refused') return toPagePaths(blank.form, values, submission.problems);
  const message =
    submission.kind === 'too-many'
      ? `You have entered ${submission.most} versions for this turn: no more are kept.`
      : `Turn ${blank.turn} is open now: was this sheet for it?`;
  return [{ field: '', code: submission.kind, message }];
}

/** @throws a 404 where there is none for this account */
async function blankSheet(deps: WebDeps, request: FastifyRequest): Promise<PostSheet> {
  const { number, seat } = readParams(SeatParams, request);
  const blank = await postSheet(deps.house, accountOf(request), numberOf(number), seat);
  if (blank === null) throw notFound('There is no sheet for you to enter here.');
  return blank;
}

function postPage(reply: FastifyReply, blank: PostSheet, values: FormValues, said: Judgement): FastifyReply {
  const { game, seat, form } = blank;
  return reply.page('gm/post', {
    title: `A sheet by post for [${seat.identifier}], ${game.number}`,
    wide: true,
    styles: ['sheet.css'],
    number: game.number,
    gameTitle: game.title,
    seat,
    asksLastWord: blank.asksLastWord,
    final: saysLastWord(reply.request.body),
    view: sheetView(form, values, said),
  });
}

/** Who asks, for which game, and at which turn the page stood. */
export function asked(request: FastifyRequest, own: Desk, turn: number): Asked {
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
  const now = await ownDesk(deps, request);
  if (done.ok) return reply.done(`${deskOf(now)}${place}`, notice);
  const stale = done.problems.some(({ code }) => STALE.has(code));
  const typed = { problems: done.problems, values: typedValues(request) };
  return deskPage(reply.code(stale ? 409 : 422), now, typed);
}
