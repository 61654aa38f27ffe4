import type { FastifyInstance, FastifyReply } from 'fastify';
import { renderHtml } from '../../../printouts/html.ts';
import { rolledBack } from '../../../printouts/rolled-back.ts';
import { RULESETS } from '../../../rules/catalog.ts';
import type { Ruleset } from '../../../rules/ruleset.ts';
import { numberOf } from '../../../games/game/game-number.ts';
import { reliability } from '../../../games/seats/reliability.ts';
import { lobby, type PublicGame, publicGame, publicPrintout } from '../../../games/game/public-view.ts';
import { joiningPage, keptSeats, openGames } from '../../../games/seats/joining-view.ts';
import { offeredSeats, seatsOfferedIn } from '../../../games/seats/offers-view.ts';
import { playerGame } from '../../../games/game/player-view.ts';
import { publicSuperseded, publicSupersededPrintout } from '../../../games/processing/rolled-back-printouts.ts';
import { AttemptParams, GameParams, PrintoutParams, readParams } from '../../forms/read-request.ts';
import type { WebDeps } from '../../deps.ts';
import { notFound } from '../../rendering/http-errors.ts';

/** What everybody may see: the lobby, and each game's public reports. */
export default async function publicRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  const { house } = deps;

  app.get('/', { config: { who: 'anyone' } }, async (request, reply) => {
    const games = await lobby(house);
    const rulesets = Object.values(RULESETS as Record<string, Ruleset>);
    return reply.page('public/lobby', {
      title: 'The lobby',
      rulesets,
      forming: await openGames(house),
      offers: await offeredSeats(house),
      kept: await keptSeats(house, request.account),
      record: request.account && (await reliability(house, request.account.id)),
      running: games.filter((game) => game.status === 'running'),
      over: games.filter((game) => game.status === 'over'),
    });
  });

  app.get('/games/:number', { config: { who: 'anyone' } }, async (request, reply) => {
    const number = numberOf(readParams(GameParams, request).number);
    const game = await publicGame(house, number);
    if (game === null) throw notFound('There is no game of this number on this server.');
    return gamePage(deps, reply, game, game.printouts[0]?.turn ?? null);
  });

  app.get('/games/:number/turns/:turn', { config: { who: 'anyone' } }, async (request, reply) => {
    const { number, turn } = readParams(PrintoutParams, request);
    const game = await publicGame(house, numberOf(number));
    if (game === null) throw notFound('There is no game of this number on this server.');
    return gamePage(deps, reply, game, turn);
  });

  app.get(
    '/games/:number/turns/:turn/attempts/:attempt',
    { config: { who: 'anyone' } },
    async (request, reply) => {
      const { number: parts, ...wanted } = readParams(AttemptParams, request);
      const number = numberOf(parts);
      const printout = await publicSupersededPrintout(house, number, wanted);
      if (printout === null) throw notFound('No such printout of this game was rolled back.');
      return reply.page('public/superseded', {
        title: `Printout ${wanted.turn}, ${number}, rolled back`,
        wide: true,
        styles: ['sheet.css'],
        number,
        ...printout,
        report: renderHtml(rolledBack(printout.report, printout.when)),
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
  const report = turn === null ? null : await publicPrintout(deps.house, game.card.number, turn);
  if (turn !== null && report === null) throw notFound('This game has no such turn (yet).');
  const people = await joiningPage(deps.house, reply.request.account, game.card.number);
  const { account } = reply.request;
  return reply.page('public/game', {
    title: `${game.card.number} ${game.card.title}`,
    wide: true,
    game: game.card,
    open: people?.game ?? null,
    standing: people?.standing ?? null,
    seats: people?.seats ?? [],
    superseded: await publicSuperseded(deps.house, game.card.number),
    offers: await seatsOfferedIn(deps.house, game.card.number),
    seated: account !== null && (await playerGame(deps.house, account, game.card.number)) !== null,
    away: game.away,
    letters: game.letters,
    runs: account !== null && account.id === game.card.gm.id,
    turns: game.printouts.map((printout) => printout.turn).reverse(),
    turn,
    report: report === null ? null : renderHtml(report),
  });
}
