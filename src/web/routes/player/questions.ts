import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { disputeQuestion, REASON } from '../../../games/questions/dispute-question.ts';
import { type PlayerQuestion, playerQuestions } from '../../../games/questions/questions-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { GameParams, submittedValues, withSchemas } from '../../forms/read-request.ts';
import { questionsPath } from '../../turn-sheet/addresses.ts';
import { type SeatContext, seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';

const DisputeBody = z.object({
  question: z.string().max(200).default(''),
  reason: z.string().max(4_000).default(''),
});

/** The questions that the printouts of a game have solved. Players who find one wrong dispute it. */
export default async function playerQuestionsRoutes(
  app: FastifyInstance,
  { ctx }: WebContext,
): Promise<void> {
  const config = { access: 'account' as const, costly: 'game' as const };
  const routes = withSchemas(app);
  const url = '/my/games/:number/questions';

  routes.get(url, { config, schema: { params: GameParams } }, async (request, reply) => {
    const context = await seatContext(ctx, accountOf(request), request.params.number);
    return showQuestions(reply, context, await playerQuestions(ctx, context.own), {});
  });

  const schema = { params: GameParams, body: DisputeBody };
  routes.post(url, { config, schema }, async (request, reply) => {
    const account = accountOf(request);
    const context = await seatContext(ctx, account, request.params.number);
    const { question: chosen, reason } = request.body;
    const at = chosen.indexOf(' ');
    const wanted = { bank: chosen.slice(0, Math.max(0, at)), question: chosen.slice(at + 1), reason };
    const disputed = await disputeQuestion(ctx, { gameId: context.own.game.id, by: account.id, ...wanted });
    if (disputed.ok) return reply.done(questionsPath(context.number), 'question-disputed');
    const state = { problems: disputed.problems, values: submittedValues(request) };
    return showQuestions(reply.code(422), context, await playerQuestions(ctx, context.own), state);
  });
}

/** What templates/web/player/questions.eta prints. */
interface QuestionsView extends Required<FormState> {
  number: string;
  gameTitle: string;
  gameAddress: string;
  address: string;
  /** Questions that can be disputed. */
  open: QuestionRow[];
  disputed: (QuestionRow & { words: string })[];
  longest: number;
}

interface QuestionRow {
  /** What the form sends. */
  value: string;
  text: string;
  answer: string;
  choices: string;
  printout: { label: string; address: string };
}

function showQuestions(
  reply: FastifyReply,
  { number, own: { game } }: SeatContext,
  questions: readonly PlayerQuestion[],
  { problems = [], values = {} }: FormState,
): FastifyReply {
  const rowOf = (one: PlayerQuestion) => questionRow(one, number);
  const view: QuestionsView = {
    number,
    gameTitle: game.title,
    gameAddress: `/my/games/${number}`,
    address: questionsPath(number),
    open: questions.filter(({ dispute }) => dispute === null).map(rowOf),
    disputed: questions.flatMap((one) =>
      one.dispute === null ? [] : [{ ...rowOf(one), words: inWords(one.dispute) }],
    ),
    longest: REASON.max,
    problems,
    values,
  };
  return reply.page('player/questions', { title: `Questions of ${number}`, styles: ['sheet.css'], ...view });
}

function questionRow({ question, printout }: PlayerQuestion, number: string): QuestionRow {
  const { bank, id, text, choices, answer } = question;
  return {
    value: `${bank} ${id}`,
    ...{ text, answer },
    choices: choices.filter((choice) => choice !== answer).join(', '),
    printout: { label: `Printout ${printout}`, address: `/games/${number}/turns/${printout}` },
  };
}

function inWords({ state, note }: NonNullable<PlayerQuestion['dispute']>): string {
  const what =
    state === 'retired'
      ? 'Disputed: games that begin from now on do not ask it.'
      : 'Disputed, and kept: the operator has checked it.';
  return note === '' ? what : `${what} The operator writes: ${note}`;
}
