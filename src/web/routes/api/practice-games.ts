import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Account } from '../../../database/generated/client.ts';
import { MAX_NOTES } from '../../../games/notes/private-notes.ts';
import { undoPractice } from '../../../games/practice/play-practice.ts';
import { savePracticeNotes } from '../../../games/practice/practice-notes.ts';
import { ensurePracticePlayer, MAX_PRACTICE_GAMES } from '../../../games/practice/practice-player.ts';
import { type PracticeLine, practiceLines } from '../../../games/practice/practice-view.ts';
import {
  computerSeatsOf,
  deletePractice,
  noSuchRuleset,
  restartPractice,
  startPractice,
} from '../../../games/practice/start-practice.ts';
import { findRuleset, RULESETS } from '../../../rules/catalog.ts';
import { GRADES } from '../../../rules/grades.ts';
import { fail, ok } from '../../../rules/result.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import type { Problem } from '../../../rules/sheet.ts';
import { playerNetworksOf } from '../../access/practice-visitor.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { optionFields } from '../../forms/options-form.ts';
import { practiceOptions } from '../../forms/practice-options.ts';
import { PracticeParams } from '../../forms/read-request.ts';
import type { WebContext } from '../../web-context.ts';
import { LongText, operation } from './operation.ts';
import { PRACTICE_GAME, PRACTICE_GAMES, practiceJson } from './practice-json.ts';
import {
  noSuchGame,
  PRACTICE_GAME_PATH,
  PRACTICE_PATH,
  playerOf,
  requirePractice,
} from './practice-requests.ts';

const Anything = z.object({});
const choices = z.record(z.string().max(60), z.unknown()).default({});

const NewGame = z.object({
  ruleset: z.string().max(60),
  computerSeats: z.int().optional(),
  grade: z.enum(GRADES).optional(),
  options: choices,
  wish: choices,
});

/** The turn that a program knows to be open. */
const OpenTurn = z.object({ turn: z.int().min(1).max(100_000) });

const scope = 'practice' as const;
const ofGame = { scope, params: PracticeParams };

/** The practice games of an account, for programs: list, start, one game, undo, delete. See docs/api.md. */
export default async function apiPracticeGameRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  startRoutes(app, deps);
  notesRoutes(app, deps);

  operation(app, deps, {
    ...{ ...ofGame, method: 'GET', path: PRACTICE_GAME_PATH, answer: PRACTICE_GAME },
    summary: 'Shows one of your practice games, with the form of the open turn',
    act: async ({ account, params }) => ok(practiceJson(await requirePractice(deps, account, params))),
  });

  operation(app, deps, {
    ...{ ...ofGame, method: 'POST', path: `${PRACTICE_GAME_PATH}/undo`, body: OpenTurn },
    ...{ answer: PRACTICE_GAME, summary: 'Undoes the last turn; “turn” is the open one' },
    async act({ account, params, body: { turn }, request }) {
      const { game } = await requirePractice(deps, account, params);
      const undone = await undoPractice(deps.ctx, { playerId: game.playerId, gameId: game.id, turn });
      if (undone) return ok(await storedJson(deps, request, params.game));
      const message =
        game.turn === 1 ? 'No turn has been played.' : `Turn ${turn} is not open; turn ${game.turn} is.`;
      return fail('turn', 'wrong-turn', message);
    },
  });

  operation(app, deps, {
    ...{ ...ofGame, method: 'DELETE', path: PRACTICE_GAME_PATH },
    summary: 'Deletes one of your practice games',
    async act({ account, params }) {
      // Games with rules that this server no longer has can be deleted, too.
      const player = await playerOf(deps, account);
      const deleted = player !== null && (await deletePractice(deps.ctx, player.id, params.game));
      return deleted ? ok(undefined) : noSuchGame();
    },
  });
}

/** Starting games. Starting one again counts as starting, as on the pages: all share one limit. */
function startRoutes(app: FastifyInstance, deps: WebContext): void {
  const { ctx } = deps;

  operation(app, deps, {
    ...{ method: 'GET', path: PRACTICE_PATH, scope, params: Anything, answer: PRACTICE_GAMES },
    summary: 'Lists your practice games, and what you can start',
    act: async ({ account }) => ok(await listJson(deps, account)),
  });

  operation(app, deps, {
    ...{ method: 'POST', path: PRACTICE_PATH, scope, params: Anything, body: NewGame },
    ...{ answer: PRACTICE_GAME, summary: 'Starts a practice game' },
    async act({ account, body, request, reply }) {
      const ruleset = findRuleset(body.ruleset);
      if (ruleset === undefined) return noSuchRuleset();
      const problems = problemsOfChoices(ruleset, body);
      if (problems.length > 0) return { ok: false, problems };
      await app.countPracticeStart(request, reply);
      const visitor = { accountId: account.id, guestToken: null, networks: playerNetworksOf(request) };
      const ensured = await ensurePracticePlayer(ctx, visitor);
      if (!ensured.ok) return ensured;
      const { player } = ensured.value;
      const started = await startPractice(ctx, { ...visitor, player, name: account.name }, body);
      return started.ok ? ok(await storedJson(deps, request, started.value)) : started;
    },
  });

  operation(app, deps, {
    ...{ ...ofGame, method: 'POST', path: `${PRACTICE_GAME_PATH}/restart` },
    ...{ body: z.object({ dice: z.enum(['same', 'new']) }), answer: PRACTICE_GAME },
    summary: 'Starts a practice game again, as a new game with the same or new dice',
    async act({ account, params, body, request, reply }) {
      const { id: gameId, playerId } = (await requirePractice(deps, account, params)).game;
      await app.countPracticeStart(request, reply);
      const again = { playerId, gameId, sameDice: body.dice === 'same', networks: playerNetworksOf(request) };
      const restarted = await restartPractice(ctx, again);
      return restarted.ok ? ok(await storedJson(deps, request, restarted.value)) : restarted;
    },
  });
}

/** Private notes on a practice game. */
function notesRoutes(app: FastifyInstance, deps: WebContext): void {
  const path = `${PRACTICE_GAME_PATH}/notes`;

  operation(app, deps, {
    ...{ ...ofGame, method: 'GET', path },
    answer: z.looseObject({ text: z.string(), maxCharacters: z.int() }),
    summary: 'Shows your notes on a practice game',
    async act({ account, params }) {
      const { game } = await requirePractice(deps, account, params);
      return ok({ text: game.notes, maxCharacters: MAX_NOTES });
    },
  });

  operation(app, deps, {
    ...{ ...ofGame, method: 'POST', path, body: z.object({ text: LongText }) },
    summary: 'Saves your notes on a practice game, in place of earlier ones',
    async act({ account, params, body: { text } }) {
      const { id: gameId, playerId } = (await requirePractice(deps, account, params)).game;
      return savePracticeNotes(deps.ctx, { playerId, gameId, text });
    },
  });
}

/** The game after what the request asked for has been stored, also if it cannot be read now. */
async function storedJson(deps: WebContext, request: FastifyRequest, game: string) {
  request.stored = true;
  return practiceJson(await requirePractice(deps, accountOf(request), { game }));
}

async function listJson(deps: WebContext, account: Account) {
  const player = await playerOf(deps, account);
  const games = player === null ? [] : await practiceLines(deps.ctx, player.id);
  return {
    games: games.map(lineJson),
    maxGames: MAX_PRACTICE_GAMES,
    kinds: Object.values(RULESETS as Record<string, Ruleset>).map((ruleset) => ({
      ...{ ruleset: ruleset.id, title: ruleset.title, computerSeats: computerSeatsOf(ruleset) },
      options: practiceOptions(ruleset).map(({ name }) => name),
      wishes: optionFields(ruleset.wishes).map(({ name }) => name),
    })),
    grades: GRADES,
  };
}

function lineJson({ ruleset, ...line }: PracticeLine) {
  return { ...line, ruleset: ruleset.id, title: ruleset.title };
}

/** Programs choose only what the page offers. The values are checked when the game is started. */
function problemsOfChoices(ruleset: Ruleset, given: Pick<z.output<typeof NewGame>, 'options' | 'wish'>) {
  return [
    ...problemsOf('options', given.options, practiceOptions(ruleset)),
    ...problemsOf('wish', given.wish, optionFields(ruleset.wishes)),
  ];
}

function problemsOf(
  under: 'options' | 'wish',
  given: Record<string, unknown>,
  fields: readonly { name: string }[],
): Problem[] {
  const known = fields.map(({ name }) => name);
  const message = known.length === 0 ? 'This game has none.' : `Use one of ${known.join(', ')}.`;
  return Object.entries(given).flatMap(([name, value]) => {
    const field = `${under}.${name}`;
    if (!known.includes(name)) return [{ field, code: 'unknown-name', message }];
    if (value !== null) return [];
    return [{ field, code: 'not-understood', message: 'Leave it out if you have no preference.' }];
  });
}
