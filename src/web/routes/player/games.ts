import type { FastifyInstance } from 'fastify';
import { forwardedMailReturned } from '../../../accounts/forwarded-mail.ts';
import { mayRunGames } from '../../../accounts/gm-rights.ts';
import { gameNumber } from '../../../games/game/game-number.ts';
import { playerGames } from '../../../games/game/player-games-view.ts';
import { loadPlayerSeat } from '../../../games/game/player-seat.ts';
import { playerPage } from '../../../games/game/player-view.ts';
import { lettersMark } from '../../../games/letters/letters-view.ts';
import { gmContact } from '../../../games/messages/messages-view.ts';
import { ownRolledBackPrintouts } from '../../../games/processing/rolled-back-printouts.ts';
import { belongsTo } from '../../../games/seats/joining-view.ts';
import { advanceOrdersLines } from '../../../games/sheets/advance-orders-view.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, PageQuery, readQuery, withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { rulebookLink } from '../../rendering/rulebook-links.ts';
import { giveUpPath } from '../../turn-sheet/addresses.ts';
import { advanceOrdersView } from '../../turn-sheet/advance-orders-lines.ts';
import { finalOrdersBoxes } from '../../turn-sheet/boxes.ts';
import { notesForm } from '../../turn-sheet/notes-form.ts';
import { datesFor } from '../../turn-sheet/sheet-context.ts';
import { versionLines } from '../../turn-sheet/versions.ts';
import type { WebContext } from '../../web-context.ts';
import {
  gameFacts,
  gameLineView,
  gameLinks,
  invitationView,
  keptSeatView,
  pageLinks,
  printoutLines,
} from './games-view-model.ts';

/** The games in which the account has a seat. */
export default async function playerGamesRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const routes = withSchemas(app);
  const config = { access: 'account' as const };

  routes.get('/my', { config }, async (_request, reply) => reply.redirect('/my/games', 303));

  routes.get('/my/games', { config: { ...config, costly: 'game' } }, async (request, reply) => {
    const account = accountOf(request);
    const list = await playerGames(ctx, account, readQuery(PageQuery, request).page);
    const kept = list.reclaimable;
    const lines = list.games.map((one) => ({
      owes: one.owes,
      view: gameLineView(one, datesFor(ctx, account, one.game)),
    }));
    return reply.page('player/games', {
      title: 'My games',
      forwardedMail: await forwardedMailReturned(ctx, account),
      styles: ['sheet.css'],
      owed: lines.filter(({ owes }) => owes).map(({ view }) => view),
      others: lines.filter(({ owes }) => !owes).map(({ view }) => view),
      kept: kept.map(keptSeatView),
      invitations: list.invitations.map((one) => invitationView(one, datesFor(ctx, account, one.game))),
      pages: pageLinks(list),
      isEmpty: list.page === 1 && lines.length + kept.length + list.invitations.length === 0,
      // Accounts that may run games have a link in the menu.
      showRunGames: !mayRunGames(account) && list.runsGames,
    });
  });

  const gameConfig = { ...config, costly: 'game' as const };
  routes.get(
    '/my/games/:number',
    { config: gameConfig, schema: { params: GameParams } },
    async (request, reply) => {
      const account = accountOf(request);
      const number = gameNumber(request.params.number);
      const own = await loadPlayerSeat(ctx, account, number);
      if (own === null) {
        // Mails to people who had a seat, or are on the waitlist, link to this address.
        if (await belongsTo(ctx, account, number)) return reply.redirect(`/games/${number}`, 303);
        throw notFound('You have no seat in a game with this number.');
      }
      const page = await playerPage(ctx, own);
      const { game } = page;
      const dates = datesFor(ctx, account, game);
      const openVersions = page.versions.filter((version) => version.turn === game.turn);
      const running = game.status === 'running';
      const mayGiveUp = running || (game.status === 'abandoned' && own.game.transferredOutAt === null);
      return reply.page('player/game', {
        title: `${number} ${game.title}`,
        styles: ['sheet.css'],
        number,
        gameTitle: game.title,
        ruleset: game.ruleset.title,
        rules: rulebookLink(game.ruleset.id),
        zone: game.timeZone,
        facts: gameFacts(page, dates),
        result: page.result,
        boxes: page.owes ? finalOrdersBoxes(page.finalOrders, { number, turn: own.game.turn, dates }) : [],
        links: gameLinks(
          page,
          await lettersMark(ctx, account, number),
          await gmContact(ctx, account, own.game),
        ),
        printouts: printoutLines(page),
        rolledBack: await ownRolledBackPrintouts(ctx, account, number),
        versions: versionLines(number, openVersions, game.turn),
        advanceOrders: running ? advanceOrdersView(number, await advanceOrdersLines(ctx, own), dates) : null,
        giveUp: mayGiveUp ? { address: giveUpPath(number), running } : null,
        program: running || game.status === 'forming' ? `/my/games/${number}/program` : null,
        showAway: running || game.status === 'forming',
        away: page.away,
        inspections: page.inspections,
        replacements: page.replacements,
        notes: await notesForm(ctx, { account, number, own }, 'game'),
      });
    },
  );
}
