import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { ownSheet } from '../../../games/sheets/sheet-view.ts';
import { shownVersions } from '../../../games/sheets/shown-versions.ts';
import { accountOf } from '../../access/session-cookies.ts';
import { GameParams, TurnNumber, withSchemas } from '../../forms/read-request.ts';
import { notFound } from '../../rendering/http-errors.ts';
import { seatContext } from '../../turn-sheet/sheet-context.ts';
import type { WebContext } from '../../web-context.ts';
import { ANSWERS } from './answers.ts';
import { described } from './openapi.ts';
import { forPrograms, readingGames } from './program-auth.ts';

/** Without a version, the latest one is shown. */
const VersionsQuery = z.object({
  turn: TurnNumber,
  version: z.coerce.number().int().min(1).max(100_000).optional(),
});

/** The versions of the own sheet for any turn, for programs. See docs/api.md. */
export default async function apiMySheetsRoutes(app: FastifyInstance, { ctx }: WebContext): Promise<void> {
  const schema = {
    ...{ params: GameParams, querystring: VersionsQuery },
    ...described({
      summary: 'Shows the versions of your sheet for a turn',
      scope: 'read',
      answer: ANSWERS.versions,
    }),
  };
  const options = { ...readingGames(forPrograms(ctx, 'read')), schema };
  withSchemas(app).get('/api/my/games/:number/versions', options, async (request) => {
    const { own } = await seatContext(ctx, accountOf(request), request.params.number);
    const { turn, version } = request.query;
    const { versions } = await shownVersions(ctx, own, { turn });
    const wanted = version ?? versions[0]?.version;
    const sheet = wanted === undefined ? null : await ownSheet(ctx, own, { turn, version: wanted });
    if (version !== undefined && sheet === null) throw notFound('You have no such version.');
    return {
      turn,
      versions: versions.map(({ turn: _turn, ...one }) => one),
      shown: sheet && {
        version: sheet.version,
        orders: sheet.raw,
        problems: sheet.problems,
        advice: sheet.advice,
      },
    };
  });
}
