import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { createGame } from '../../../games/game/create-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { checkbox, type FormState } from '../../forms/fields.ts';
import {
  LETTERS_FIELDS,
  type LettersFieldsView,
  lettersFieldsView,
  lettersPolicyFromForm,
} from '../../forms/letters-form.ts';
import { type OptionField, optionFields, optionValues } from '../../forms/options-form.ts';
import { checkBody, readQuery, submittedValues } from '../../forms/read-request.ts';
import {
  SCHEDULE_FIELDS,
  type ScheduleFieldsView,
  scheduleFieldsView,
  schedulePolicyFromForm,
  suggestedSchedule,
} from '../../forms/schedule-form.ts';
import { notFound } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

const NewQuery = z.object({ ruleset: z.string().max(60).optional() });

/** The fields that every ruleset has; the others are the ruleset's options. */
const NewGame = z.looseObject({
  ruleset: z.string('Choose a game.').max(60),
  title: z.string('Enter a title for the game.').max(400),
  ...SCHEDULE_FIELDS,
  ...LETTERS_FIELDS,
  processWhenComplete: checkbox,
});

/** The form for a new game. */
export default async function newGameRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  const config = { access: 'gm' as const };

  app.get('/gm/new', { config }, async (request, reply) => {
    const chosen = readQuery(NewQuery, request).ruleset;
    const ruleset = chosen === undefined ? onlyRuleset() : findRuleset(chosen);
    if (chosen !== undefined && ruleset === undefined) {
      throw notFound('This server does not have this game.');
    }
    return renderNewGame(reply, ruleset, {});
  });

  app.post('/gm/new', { config }, async (request, reply) => {
    const body = checkBody(NewGame, request);
    const values = submittedValues(request);
    const ruleset = findRuleset(values.ruleset ?? '');
    if (!body.ok || ruleset === undefined) {
      return renderNewGame(reply.code(422), ruleset, { problems: body.ok ? [] : body.problems, values });
    }
    const { daysPerTurn, timeZone, ...calendar } = schedulePolicyFromForm(body.value);
    const created = await createGame(deps.ctx, {
      ruleset: ruleset.id,
      title: body.value.title,
      daysPerTurn,
      timeZone,
      processWhenComplete: body.value.processWhenComplete,
      calendar,
      letters: lettersPolicyFromForm(body.value),
      gmId: accountOf(request).id,
      options: optionValues(optionFields(ruleset.options), values, 'options'),
    });
    if (!created.ok) return renderNewGame(reply.code(422), ruleset, { problems: created.problems, values });
    return reply.done(`/gm/games/${gameNumber(created.value)}`, 'game-created');
  });
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
  ruleset: { id: string; title: string; blurb: string };
  /** Whether the page has a link to other rulesets. */
  others: boolean;
  title: string;
  schedule: ScheduleFieldsView;
  processWhenComplete: boolean;
  letters: LettersFieldsView;
  options: OptionField[];
}

function renderNewGame(reply: FastifyReply, ruleset: Ruleset | undefined, state: FormState): FastifyReply {
  const { timeZone } = accountOf(reply.request);
  const values = state.values ?? { ...suggestedSchedule(timeZone), letters: 'open' };
  const rulesets = allRulesets();
  const view: NewGameView = {
    rulesets: rulesets.map(({ id, title, seats, blurb }) => ({
      ...{ id, title, blurb },
      players: `${seats.min} to ${seats.max} players`,
    })),
    form: ruleset === undefined ? null : newGameForm(ruleset, values, rulesets.length > 1),
    problems: state.problems ?? [],
    values,
  };
  return reply.page('gm/new', { title: 'New game', ...view });
}

function newGameForm(ruleset: Ruleset, values: Record<string, string>, others: boolean): NewGameForm {
  return {
    ruleset: { id: ruleset.id, title: ruleset.title, blurb: ruleset.blurb },
    others,
    title: values.title ?? '',
    schedule: scheduleFieldsView(values),
    processWhenComplete: values.processWhenComplete === 'yes',
    letters: lettersFieldsView(values, ruleset.id),
    options: optionFields(ruleset.options),
  };
}
