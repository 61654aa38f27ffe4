import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ensurePracticePlayer, findPracticePlayer } from '../../../games/practice/practice-player.ts';
import { type PracticeLine, practiceLines } from '../../../games/practice/practice-view.ts';
import { computerSeatsOf, restartPractice, startPractice } from '../../../games/practice/start-practice.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import { GRADES } from '../../../rules/grades.ts';
import { ordinal } from '../../../rules/numbers.ts';
import { problemsInWords } from '../../../rules/result.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { keepGuest, playerNetworksOf, practiceVisitor } from '../../access/practice-visitor.ts';
import { type FormState, optionalWholeNumber } from '../../forms/fields.ts';
import { type GradeChoice, gradeChoices } from '../../forms/grade-choices.ts';
import { type OptionField, optionFields, optionValues } from '../../forms/options-form.ts';
import { practiceOptions } from '../../forms/practice-options.ts';
import { checkBody, PracticeParams, submittedValues, withSchemas } from '../../forms/read-request.ts';
import { HttpError } from '../../rendering/http-errors.ts';
import { rulebookPath } from '../../rendering/rulebook-links.ts';
import type { WebContext } from '../../web-context.ts';
import { practiceContext, practicePath } from './practice-context.ts';

const RestartBody = z.object({ dice: z.enum(['same', 'new']) });
const StartBody = z.looseObject({
  ruleset: z.string('Choose a game.').max(60),
  grade: z.enum(GRADES, 'Choose how well the computer plays.').optional(),
  computerSeats: optionalWholeNumber('Enter how many candidates the computer plays.').optional(),
});

/**
 * The page on which visitors start practice games, and the list of those they have. Starting one again counts as starting: both
 * share one limit.
 */
export default async function startPracticeRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'anyone' as const };

  app.get('/practice', { config: { ...config, costly: 'game' } }, async (request, reply) =>
    renderStart(deps, request, reply, {}),
  );

  app.post('/practice', { config }, async (request, reply) => {
    const values = submittedValues(request);
    const body = checkBody(StartBody, request);
    const ruleset = findRuleset(values.ruleset ?? '');
    if (!body.ok || ruleset === undefined) {
      const problems = body.ok ? [] : body.problems;
      return renderStart(deps, request, reply.code(422), { problems, values });
    }
    await app.countPracticeStart(request, reply);
    const visitor = practiceVisitor(deps, request);
    const ensured = await ensurePracticePlayer(deps.ctx, visitor);
    if (!ensured.ok) {
      return renderStart(deps, request, reply.code(422), { problems: ensured.problems, values });
    }
    const { player, newGuestToken } = ensured.value;
    if (newGuestToken !== null) keepGuest(deps, reply, newGuestToken);
    const name = request.account?.name ?? null;
    const started = await startPractice(
      deps.ctx,
      { player, name, networks: visitor.networks, once: true },
      {
        ruleset: ruleset.id,
        computerSeats: body.value.computerSeats ?? undefined,
        grade: body.value.grade,
        options: optionValues(practiceOptions(ruleset), values, 'options'),
        wish: optionValues(optionFields(ruleset.wishes), values, 'wish'),
      },
    );
    if (!started.ok) {
      return renderStart(deps, request, reply.code(422), { problems: started.problems, values });
    }
    return reply.redirect(practicePath(started.value), 303);
  });

  const restartSchema = { params: PracticeParams, body: RestartBody };
  withSchemas(app).post(
    '/practice/:game/restart',
    { config, schema: restartSchema },
    async (request, reply) => {
      const { player, whole } = await practiceContext(deps, request, request.params.game);
      await app.countPracticeStart(request, reply);
      const sameDice = request.body.dice === 'same';
      const restarted = await restartPractice(deps.ctx, {
        playerId: player.id,
        gameId: whole.game.id,
        sameDice,
        networks: playerNetworksOf(request),
      });
      if (!restarted.ok) throw new HttpError(409, 'too-many', problemsInWords(restarted.problems));
      return reply.redirect(practicePath(restarted.value), 303);
    },
  );
}

/** A kind of game that can be practiced, as templates/web/practice/start.eta prints it. */
interface PracticeKind {
  id: string;
  title: string;
  blurb: string;
  /** Against how many candidates, in a sentence; '' if no one else is needed. */
  about: string;
  rules: string;
  /** Null if the number of computer candidates cannot be chosen. */
  computerSeats: { min: number; max: number; value: string } | null;
  /** How well the computer can play. */
  grades: GradeChoice[];
  options: OptionField[];
  wishes: OptionField[];
  /** Whether the choices are shown at once, because something is wrong with them. */
  isOpen: boolean;
}

/** A game in the visitor's list. */
interface PracticeRow {
  address: string;
  title: string;
  status: string;
  playedAt: Date;
  playable: boolean;
}

async function renderStart(
  deps: WebContext,
  request: FastifyRequest,
  reply: FastifyReply,
  state: FormState,
): Promise<FastifyReply> {
  const player = await findPracticePlayer(deps.ctx, practiceVisitor(deps, request));
  const games = player === null ? [] : await practiceLines(deps.ctx, player.id);
  const { problems = [], values = {} } = state;
  return reply.page('practice/start', {
    title: 'Practice games',
    kinds: Object.values(RULESETS as Record<string, Ruleset>).map((ruleset) => kindOf(ruleset, state)),
    games: games.map(rowOf),
    isGuest: request.account === null,
    keepDays: deps.keepPracticeDays ?? null,
    problems,
    values,
  });
}

function kindOf(ruleset: Ruleset, { problems = [], values = {} }: FormState): PracticeKind {
  const { id, title, blurb } = ruleset;
  const { min, max, usual } = computerSeatsOf(ruleset);
  const isChosen = values.ruleset === id;
  return {
    ...{ id, title, blurb, rules: rulebookPath(id) },
    about: min === 0 ? '' : `You play against ${usual} computer candidates.`,
    computerSeats:
      max === min ? null : { min, max, value: (isChosen && values.computerSeats) || String(usual) },
    grades: gradeChoices(isChosen ? values.grade : undefined),
    options: practiceOptions(ruleset),
    wishes: optionFields(ruleset.wishes),
    isOpen: isChosen && problems.length > 0,
  };
}

function rowOf(line: PracticeLine): PracticeRow {
  const { id, ruleset, turn, over, phase, playedAt, playable } = line;
  const open = `Turn ${turn}${phase === null ? '' : `: ${phase}`}`;
  const gone = 'Begun with older rules, which this server no longer has';
  return {
    address: practicePath(id),
    title: ruleset.title,
    status: playable ? (over ? resultInWords(line) : open) : gone,
    playedAt,
    playable,
  };
}

function resultInWords({ result }: PracticeLine): string {
  if (result === null) return 'Over';
  return result.won ? 'Over: you won' : `Over: you finished ${ordinal(result.place)}`;
}
