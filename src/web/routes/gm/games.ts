import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { mayRunGames } from '../../../accounts/gm-rights.ts';
import { createGame } from '../../../games/game/create-game.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { gmGameSummaries } from '../../../games/game/gm-games-view.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { accountOf } from '../../access/session-cookies.ts';
import type { WebDeps } from '../../deps.ts';
import { LETTERS_FIELDS, lettersFromForm, milestonesOf } from '../../forms/letters-form.ts';
import { optionFields, optionValues } from '../../forms/options-form.ts';
import { checkBody, readQuery, typedValues } from '../../forms/read-request.ts';
import {
  policyFromForm,
  proposedSchedule,
  SCHEDULE_FIELDS,
  WEEKDAYS,
  zoneChoices,
} from '../../forms/schedule-form.ts';
import { mayNotRunGames, notFound } from '../../rendering/http-errors.ts';

const NewQuery = z.object({ ruleset: z.string().max(60).optional() });

/** The general half of the form; the rest of it is the ruleset's options. */
const NewGame = z.looseObject({
  ruleset: z.string('Choose a game.').max(60),
  title: z.string('Please give the game a title.').max(400),
  ...SCHEDULE_FIELDS,
  ...LETTERS_FIELDS,
  processWhenComplete: z
    .literal('yes')
    .optional()
    .transform((value) => value === 'yes'),
});

/** The GM's list of games and the form for a new one. The desk of a game is in desk.ts. */
export default async function gmGamesRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;
  const config = { who: 'gm' as const };

  // Who runs a game gets to it also without the right to open others: it was taken away, or the game has moved here.
  app.get('/gm', { config: { who: 'account' } }, async (request, reply) => {
    const account = accountOf(request);
    const games = await gmGameSummaries(ctx, account);
    const mayOpen = mayRunGames(account);
    if (games.length === 0 && !mayOpen) throw mayNotRunGames();
    return reply.page('gm/games', { title: 'Games you run', games, mayOpen });
  });

  app.get('/gm/new', { config }, async (request, reply) => {
    const chosen = readQuery(NewQuery, request).ruleset;
    const ruleset = chosen === undefined ? onlyRuleset() : findRuleset(chosen);
    if (chosen !== undefined && ruleset === undefined)
      throw notFound('This server has no such kind of game.');
    return newGamePage(reply, ruleset, {});
  });

  app.post('/gm/new', { config }, async (request, reply) => {
    const body = checkBody(NewGame, request);
    const values = typedValues(request);
    const ruleset = findRuleset(values.ruleset ?? '');
    if (!body.ok || ruleset === undefined) {
      return newGamePage(reply.code(422), ruleset, { problems: body.ok ? [] : body.problems, values });
    }
    const { title, processWhenComplete } = body.value;
    const { daysPerTurn, timeZone, ...calendar } = policyFromForm(body.value);
    const made = await createGame(ctx, {
      ruleset: ruleset.id,
      title,
      daysPerTurn,
      timeZone,
      processWhenComplete,
      calendar,
      letters: lettersFromForm(body.value),
      gmId: accountOf(request).id,
      options: optionValues(optionFields(ruleset.options), values, 'options'),
    });
    if (!made.ok) return newGamePage(reply.code(422), ruleset, { problems: made.problems, values });
    return reply.done(`/gm/games/${gameNumber(made.value)}`, 'game-made');
  });
}

function allRulesets(): Ruleset[] {
  return Object.values(RULESETS as Record<string, Ruleset>);
}

/** Where there is nothing to choose, nobody is asked to choose. */
function onlyRuleset(): Ruleset | undefined {
  const all = allRulesets();
  return all.length === 1 ? all[0] : undefined;
}

function newGamePage(
  reply: FastifyReply,
  ruleset: Ruleset | undefined,
  typed: { problems?: Problem[]; values?: Record<string, string> },
): FastifyReply {
  const account = accountOf(reply.request);
  return reply.page('gm/new', {
    title: 'A new game',
    ruleset,
    rulesets: allRulesets(),
    fields: ruleset === undefined ? [] : optionFields(ruleset.options),
    zones: zoneChoices(),
    weekdays: WEEKDAYS,
    milestones: ruleset === undefined ? [] : milestonesOf(ruleset.id),
    values: typed.values ?? { ...proposedSchedule(account.timeZone), letters: 'open' },
    problems: typed.problems ?? [],
  });
}
