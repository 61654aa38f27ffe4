import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { decideDispute, MAX_NOTE } from '../../../games/questions/decide-dispute.ts';
import { type DisputeLine, disputes } from '../../../games/questions/disputes-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { readBody, readParams, readQuery, submittedValues } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const PageQuery = z.object({ before: z.uuid().optional() });
const Params = z.object({ question: z.uuid() });
const Decision = z.object({
  state: z.enum(['retired', 'restored'], 'Choose what becomes of the question.'),
  note: z.string().max(2_000).default(''),
});

/** The questions that players disputed, and what becomes of them. For the operator. */
export default async function operatorQuestionsRoutes(
  app: FastifyInstance,
  { ctx }: WebContext,
): Promise<void> {
  const config = { access: 'operator' as const };

  app.get('/operator/questions', { config }, async (request, reply) => {
    const { before = null } = readQuery(PageQuery, request);
    return showDisputes(reply, await disputes(ctx, before), {});
  });

  app.post('/operator/questions/:question', { config }, async (request, reply) => {
    const { question: id } = readParams(Params, request);
    const { state, note } = readBody(Decision, request);
    const decided = await decideDispute(ctx, { id, state, note });
    if (!decided.ok) {
      if (decided.problems.some(({ code }) => code === 'unknown'))
        throw notFound('There is no such question.');
      const field = noteField(id);
      const problems = decided.problems.map((problem) => ({ ...problem, field }));
      const values = { [field]: submittedValues(request).note ?? '' };
      return showDisputes(reply.code(422), await disputes(ctx, null), { problems, values });
    }
    request.log.info({ dispute: id, state, by: accountOf(request).id }, 'disputed question decided');
    return reply.done('/operator/questions', 'dispute-decided');
  });
}

/** What templates/web/operator/questions.eta prints. */
interface DisputesView extends Required<FormState> {
  lines: DisputeRow[];
  nextPage: string | null;
  longest: number;
}

interface DisputeRow extends DisputeLine {
  /** The wrong choices. */
  wrong: string;
  field: string;
  address: string;
  /** What the button does. */
  decision: { state: 'retired' | 'restored'; label: string };
}

function showDisputes(
  reply: FastifyReply,
  { lines, next }: Awaited<ReturnType<typeof disputes>>,
  { problems = [], values = {} }: FormState,
): FastifyReply {
  const view: DisputesView = {
    lines: lines.map(disputeRow),
    nextPage: next === null ? null : `/operator/questions?before=${next}`,
    longest: MAX_NOTE,
    problems,
    values,
  };
  return reply.page('operator/questions', { title: 'Disputed questions', wide: true, ...view });
}

function disputeRow(line: DisputeLine): DisputeRow {
  const { id, question, state } = line;
  const wrong = question === null ? [] : question.choices.filter((choice) => choice !== question.answer);
  return {
    ...line,
    wrong: wrong.join(', '),
    field: noteField(id),
    address: `/operator/questions/${id}`,
    decision:
      state === 'retired'
        ? { state: 'restored', label: 'Restore the question' }
        : { state: 'retired', label: 'Retire the question' },
  };
}

/** The name under which the problems of a note are shown. */
function noteField(id: string): string {
  return `note-${id}`;
}
