import type { FastifyInstance } from 'fastify';
import { checkGmRight } from '../../../accounts/gm-rights.ts';
import { type GmGameSummary, gmGameSummaries } from '../../../games/game/gm-games-view.ts';
import { checkNewGame } from '../../../games/game/new-game-right.ts';
import { problemsInWords } from '../../../rules/result.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { counted, type DueFact, dueFact, statusInWords } from '../../rendering/game-facts.ts';
import { forbidden } from '../../rendering/http-errors.ts';
import type { WebContext } from '../../web-context.ts';

/** The list of the games that an account runs. */
export default async function gmGamesRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  // Open to accounts that may not run new games: the right may be gone, or the game was transferred to this server.
  app.get('/gm', { config: { access: 'account', costly: 'game' } }, async (request, reply) => {
    const account = accountOf(request);
    const games = await gmGameSummaries(deps.ctx, account);
    const right = checkGmRight(deps.ctx, account);
    if (games.length === 0 && !right.ok) throw forbidden(problemsInWords(right.problems));
    const now = await checkNewGame(deps.ctx.db.prisma, deps.ctx, account);
    const view: GmGamesView = {
      whyNot: now.ok ? null : problemsInWords(now.problems),
      games: games.map((game) => gameRow(game, deps.ctx.now())),
    };
    return reply.page('gm/games', { title: 'Games you run', ...view });
  });
}

/** The list as templates/web/gm/games.eta prints it. */
interface GmGamesView {
  /** Why the GM cannot create a game now; null if they can. */
  whyNot: string | null;
  games: GameRow[];
}

interface GameRow {
  number: string;
  title: string;
  status: string;
  /** What needs the GM: `overdue; 2 of 4 sheets missing`. Blank if nothing does. */
  attention: string;
  /** Null unless the game is running. */
  due: DueFact | null;
  seats: number;
}

function gameRow(summary: GmGameSummary, now: Date): GameRow {
  const { game, overdue, failed, undecided, messages, missing, owing } = summary;
  const attention = [
    ...(overdue ? ['overdue'] : []),
    ...(failed > 0 ? [`${counted(failed, 'e-mail')} failed`] : []),
    ...(undecided > 0 ? [`${counted(undecided, 'press release')} to decide`] : []),
    ...(messages > 0 ? [counted(messages, 'new message')] : []),
    ...(missing > 0 ? [`${missing} of ${counted(owing, 'sheet')} missing`] : []),
  ];
  return {
    number: game.number,
    title: game.title,
    status: statusInWords({ ...game, phase: null }),
    attention: attention.join('; '),
    due: game.status === 'running' ? dueFact(game, now) : null,
    seats: game.seats,
  };
}
