import type { FastifyInstance, FastifyReply } from 'fastify';
import { gameNumber } from '../../../games/game/game-number.ts';
import { playerGame } from '../../../games/game/player-view.ts';
import { lobby, type PublicGame, publicGame, publicPrintout } from '../../../games/game/public-view.ts';
import {
  publicRolledBackPrintout,
  publicRolledBackPrintouts,
} from '../../../games/processing/rolled-back-printouts.ts';
import { joiningPage, keptSeats, openGames } from '../../../games/seats/joining-view.ts';
import { offeredSeats, seatsOfferedIn } from '../../../games/seats/offers-view.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import { renderHtml } from '../../../printouts/html/render-html.ts';
import { markRolledBack } from '../../../printouts/mark-rolled-back.ts';
import { RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import type { WebDeps } from '../../deps.ts';
import { AttemptParams, GameParams, PrintoutParams, readParams } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';

/** What everybody may see: the lobby, and each game's public reports. */
export default async function publicGamesRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { ctx } = deps;

  app.get('/', { config: { who: 'anyone' } }, async (request, reply) => {
    const games = await lobby(ctx);
    const rulesets = Object.values(RULESETS as Record<string, Ruleset>);
    return reply.page('public/lobby', {
      title: 'The lobby',
      rulesets,
      forming: await openGames(ctx),
      offers: await offeredSeats(ctx),
      kept: await keptSeats(ctx, request.account),
      record: request.account && (await reliability(ctx, request.account.id)),
      running: games.filter((game) => game.status === 'running'),
      over: games.filter((game) => game.status === 'over'),
    });
  });

  app.get('/games/:number', { config: { who: 'anyone' } }, async (request, reply) => {
    const number = gameNumber(readParams(GameParams, request).number);
    const game = await publicGame(ctx, number);
    if (game === null) throw notFound('There is no game of this number on this server.');
    return gamePage(deps, reply, game, game.printouts[0]?.turn ?? null);
  });

  app.get('/games/:number/turns/:turn', { config: { who: 'anyone' } }, async (request, reply) => {
    const { number, turn } = readParams(PrintoutParams, request);
    const game = await publicGame(ctx, gameNumber(number));
    if (game === null) throw notFound('There is no game of this number on this server.');
    return gamePage(deps, reply, game, turn);
  });

  app.get(
    '/games/:number/turns/:turn/attempts/:attempt',
    { config: { who: 'anyone' } },
    async (request, reply) => {
      const { number: parts, ...wanted } = readParams(AttemptParams, request);
      const number = gameNumber(parts);
      const printout = await publicRolledBackPrintout(ctx, number, wanted);
      if (printout === null) throw notFound('No such printout of this game was rolled back.');
      return reply.page('public/superseded', {
        title: `Printout ${wanted.turn}, ${number}, rolled back`,
        wide: true,
        styles: ['sheet.css'],
        number,
        ...printout,
        report: renderHtml(markRolledBack(printout.report, printout.when)),
      });
    },
  );
}

async function gamePage(
  deps: WebDeps,
  reply: FastifyReply,
  game: PublicGame,
  turn: number | null,
): Promise<FastifyReply> {
  const report = turn === null ? null : await publicPrintout(deps.ctx, game.card.number, turn);
  if (turn !== null && report === null) throw notFound('This game has no such turn (yet).');
  const people = await joiningPage(deps.ctx, reply.request.account, game.card.number);
  const { account } = reply.request;
  return reply.page('public/game', {
    title: `${game.card.number} ${game.card.title}`,
    wide: true,
    game: game.card,
    open: people?.game ?? null,
    standing: people?.standing ?? null,
    seats: people?.seats ?? [],
    superseded: await publicRolledBackPrintouts(deps.ctx, game.card.number),
    offers: await seatsOfferedIn(deps.ctx, game.card.number),
    seated: account !== null && (await playerGame(deps.ctx, account, game.card.number)) !== null,
    away: game.away,
    letters: game.letters,
    runs: account !== null && account.id === game.card.gm.id,
    turns: game.printouts.map((printout) => printout.turn).reverse(),
    turn,
    report: report === null ? null : renderHtml(report),
  });
}
