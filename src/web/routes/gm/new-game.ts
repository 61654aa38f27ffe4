import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GmRight } from '../../../accounts/gm-rights.ts';
import { type CopiedSettings, copiedSettings } from '../../../games/game/copied-settings.ts';
import { createGame } from '../../../games/game/create-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { checkNewGame } from '../../../games/game/new-game-right.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import { problemsInWords } from '../../../rules/result.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { signInForLargeBody } from '../../access/body-values.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { FormState } from '../../forms/fields.ts';
import { type GradeChoice, gradeChoices } from '../../forms/grade-choices.ts';
import { type LettersFieldsView, lettersFieldsView } from '../../forms/letters-form.ts';
import { copiedValues, readNewGame, suggestedGame } from '../../forms/new-game-form.ts';
import { type OptionField, optionFields } from '../../forms/options-form.ts';
import { type PaceChoice, paceChoices } from '../../forms/pace-form.ts';
import { GameNumber, readBody, readQuery, submittedValues } from '../../forms/read-request.ts';
import { type ScheduleFieldsView, scheduleFieldsView } from '../../forms/schedule-form.ts';
import { forbidden, notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';
import { runsNoSuchGame } from './gm-game-page.ts';
import { keepInvitation } from './invitation-cookie.ts';

const NewQuery = z.object({ ruleset: z.string().max(60).optional(), from: GameNumber.optional() });
/** What is not typed: the ruleset, and the game whose settings are copied. */
const Chosen = z.looseObject({ ruleset: z.string().max(60).default(''), from: GameNumber.optional() });

/** Bytes: a long text of options, encoded for the form. */
const BODY_LIMIT = 512 * 1024;

/** What the form is made for: a ruleset, or none until one is chosen, and the game whose settings are copied. */
interface Wanted {
  right: GmRight;
  ruleset: Ruleset | undefined;
  copied: { number: string; settings: CopiedSettings } | null;
}

/** The form for a new game. */
export default async function newGameRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'gm' as const };

  app.get('/gm/new', { config: { ...config, costly: 'game' } }, async (request, reply) => {
    const query = readQuery(NewQuery, request);
    const right = await requireRight(deps, request);
    const copied = await requireCopied(deps, request, query.from);
    const chosen = copied?.settings.ruleset ?? query.ruleset;
    const ruleset = chosen === undefined ? onlyRuleset() : findRuleset(chosen);
    if (chosen !== undefined && ruleset === undefined) {
      throw notFound('This server does not have this game.');
    }
    return renderNewGame(reply, { right, ruleset, copied }, {});
  });

  const large = { bodyLimit: BODY_LIMIT, onRequest: signInForLargeBody };
  app.post('/gm/new', { config, ...large }, async (request, reply) => {
    const chosen = readBody(Chosen, request);
    const right = await requireRight(deps, request);
    const copied = await requireCopied(deps, request, chosen.from);
    const values = submittedValues(request);
    const ruleset = findRuleset(chosen.ruleset);
    const wanted: Wanted = { right, ruleset, copied };
    if (ruleset === undefined) return renderNewGame(reply.code(422), wanted, { values });
    const form = { body: request.body, values, copied: copied?.settings ?? null };
    const read = readNewGame(ruleset, form);
    const created = read.ok
      ? await createGame(deps.ctx, {
          ...read.value,
          gmId: accountOf(request).id,
          token: request.sessionToken ?? '',
        })
      : read;
    if (!created.ok) {
      return renderNewGame(reply.code(422), wanted, { problems: created.problems, values });
    }
    request.stored = true;
    const number = gameNumber(created.value);
    if (created.value.joinToken !== null) keepInvitation(deps, reply, number, created.value.joinToken);
    return reply.done(`/gm/games/${number}`, 'game-created');
  });
}

/** Which games the account may create now. @throws a 403 that says what would be right if it is none */
async function requireRight(deps: WebContext, request: FastifyRequest): Promise<GmRight> {
  const right = await checkNewGame(deps.ctx.db.prisma, deps.ctx, accountOf(request));
  if (!right.ok) throw forbidden(problemsInWords(right.problems));
  return right.value;
}

/** The settings to copy. @throws a 404 for everyone but the GM of that game */
async function requireCopied(
  { ctx }: WebContext,
  request: FastifyRequest,
  from: z.infer<typeof GameNumber> | undefined,
): Promise<Wanted['copied']> {
  if (from === undefined) return null;
  const number = gameNumber(from);
  const settings = await copiedSettings(ctx, accountOf(request), number);
  if (settings === null) throw runsNoSuchGame();
  return { number, settings };
}

function allRulesets(): Ruleset[] {
  return Object.values(RULESETS as Record<string, Ruleset>);
}

/** The ruleset of a server that has only one: there is nothing to choose. */
function onlyRuleset(): Ruleset | undefined {
  const all = allRulesets();
  return all.length === 1 ? all[0] : undefined;
}

/** The form as templates/web/gm/new.eta prints it. */
interface NewGameView {
  /** The rulesets to choose from. */
  rulesets: { id: string; title: string; players: string; blurb: string }[];
  /** Null until a ruleset is chosen. */
  form: NewGameForm | null;
  problems: Problem[];
  values: Record<string, string>;
}

interface NewGameForm {
  ruleset: { id: string; title: string; blurb: string; seats: string };
  /** Whether the page has a link to other rulesets. */
  others: boolean;
  /** The number of the game whose settings are copied; null if there is none. */
  from: string | null;
  /** Whether everyone can read the questions of that game, and their answers. */
  questionsPublished: boolean;
  /** Whether the game will be by invitation only. */
  forFriends: boolean;
  title: string;
  seatsWanted: string;
  computers: string;
  grades: GradeChoice[];
  /** Whether computer candidates issue no press releases; null in games without press. */
  quietComputers: boolean | null;
  gmPlays: boolean;
  paces: PaceChoice[];
  schedule: ScheduleFieldsView;
  letters: LettersFieldsView;
  options: OptionField[];
  /** Whether the section with letters and options is unfolded: it has a problem. */
  moreOpen: boolean;
}

function renderNewGame(reply: FastifyReply, wanted: Wanted, state: FormState): FastifyReply {
  const { ruleset, copied } = wanted;
  const values = state.values ?? suggestedValues(reply, wanted);
  const problems = state.problems ?? [];
  const rulesets = allRulesets();
  const view: NewGameView = {
    rulesets: rulesets.map(({ id, title, seats, blurb }) => ({
      ...{ id, title, blurb },
      players: `${seats.min} to ${seats.max} players`,
    })),
    form:
      ruleset === undefined
        ? null
        : {
            ...newGameForm(ruleset, values, problems),
            others: rulesets.length > 1 && copied === null,
            from: copied?.number ?? null,
            questionsPublished: copied?.settings.secretsPublished === true,
            forFriends: wanted.right.forFriends,
          },
    problems,
    values,
  };
  return reply.page('gm/new', { title: 'New game', styles: ['gm.css'], scripts: ['text-files.js'], ...view });
}

function suggestedValues(reply: FastifyReply, { right, ruleset, copied }: Wanted): Record<string, string> {
  if (ruleset === undefined) return {};
  return copied === null
    ? suggestedGame(ruleset, accountOf(reply.request), right.forFriends)
    : copiedValues(ruleset, copied.settings);
}

function newGameForm(
  ruleset: Ruleset,
  values: Record<string, string>,
  problems: Problem[],
): Omit<NewGameForm, 'others' | 'from' | 'questionsPublished' | 'forFriends'> {
  const { id, title, blurb, seats } = ruleset;
  return {
    ruleset: { id, title, blurb, seats: `${seats.min} to ${seats.max}` },
    title: values.title ?? '',
    seatsWanted: values.seatsWanted ?? '',
    computers: values.computers ?? '0',
    grades: gradeChoices(values.computerGrade),
    quietComputers: ruleset.hasPress ? values.quietComputers === 'yes' : null,
    gmPlays: values.gmPlays === 'yes',
    paces: paceChoices(values.pace ?? 'custom'),
    schedule: scheduleFieldsView(values),
    letters: lettersFieldsView(values, id),
    options: optionFields(ruleset.options),
    moreOpen: problems.some(({ field }) => /^(letters|options)/.test(field)),
  };
}
