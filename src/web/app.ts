/**
 * The web: server-rendered pages that work without scripts, and a JSON door for programs.
 *
 * How a family of routes is written (src/web/routes/*.ts):
 *
 *     export default async function playerRoutes(app: FastifyInstance, deps: WebDeps) {
 *       app.get('/my/games', { config: { who: 'account' } }, async (request, reply) => {
 *         const account = accountOf(request);              // plugins/sessions.ts; never null behind who: 'account'
 *         const { number } = readParams(GameParams, request); // checked.ts: zod, 404 where it does not fit
 *         return reply.page('player/games', { title: 'My games', games });
 *       });
 *     }
 *
 * - Every route says who may pass: `config.who` = 'anyone' | 'account' | 'gm' | 'operator'; a route that does not
 *   say keeps the server from starting. Rights in one game are the route's own business: answer `notFound()`.
 * - `reply.page(template, data)` renders templates/web/<template>.eta inside layout.eta. `data.title` is needed;
 *   `data.scripts: ['sheet.js']` adds scripts from src/web/public; `data.wide: true` gives a wider column.
 *   In a template: `it.account` (or null), `<%~ it.csrf() %>` in every form with method=post, `it.asset('sheet.js')`,
 *   `it.date(date, zone)`, `it.problem(it.problems, 'field')` (HTML of the problems beside a field),
 *   `it.mark(problems, 'field')` (the aria attributes of its input).
 * - After a POST that did its work: `return reply.done('/my/games/EY-1', 'seat-added')` (303; the words of a
 *   notice are in views.ts NOTICES). A POST with problems: `return reply.code(422).page(…, { problems, values })`.
 * - Mistakes are thrown from http.ts: `notFound()`, `forbidden()`, `badRequest('what would be right')`. They become a page, or JSON
 *   where the caller asks for it (`wantsJson`).
 * - Input: `readParams`, `readQuery`, `readBody` of checked.ts; nothing from outside is used unchecked.
 * - Every POST is asked for the form's token (`_csrf`, or the header `csrf-token`) unless `config.csrf` is false.
 * - Forms are limited per address; a route may set its own `config.rateLimit`.
 * - Pages are `no-store` unless `config.cacheable`.
 */
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { addCsrf } from './access/csrf.ts';
import { addLimits } from './access/rate-limits.ts';
import { enforceRouteAccess } from './access/route-access.ts';
import { addCodes } from './access/security-code-attempts.ts';
import { addHeaders } from './access/security-headers.ts';
import { addSessions } from './access/session-cookies.ts';
import type { WebDeps } from './deps.ts';
import { addAssets } from './rendering/assets.ts';
import { addErrorPages, answerUnreadable } from './rendering/error-pages.ts';
import { addPages } from './rendering/pages.ts';
import { addRequestLog, newRequestId, requestLogger } from './rendering/request-log.ts';
import apiAdvanceOrdersRoutes from './routes/api/advance-orders.ts';
import apiGamesRoutes from './routes/api/games.ts';
import confirmAddressRoutes from './routes/auth/confirm-address.ts';
import signInRoutes from './routes/auth/sign-in.ts';
import signUpRoutes from './routes/auth/sign-up.ts';
import gmActionRoutes from './routes/gm/actions.ts';
import gmGameRoutes from './routes/gm/game.ts';
import gmGamesRoutes from './routes/gm/games.ts';
import playersRoutes from './routes/gm/players.ts';
import scheduleRoutes from './routes/gm/schedule.ts';
import seatRoutes from './routes/gm/seats.ts';
import operatorRoutes from './routes/operator/accounts.ts';
import mailboxRoutes from './routes/operator/mailbox.ts';
import absenceRoutes from './routes/player/absences.ts';
import accountRoutes from './routes/player/account.ts';
import advanceOrdersRoutes from './routes/player/advance-orders.ts';
import playerGamesRoutes from './routes/player/games.ts';
import letterRoutes from './routes/player/letters.ts';
import sheetRoutes from './routes/player/sheet.ts';
import publicGamesRoutes from './routes/public/games.ts';
import healthRoutes from './routes/public/health.ts';
import joiningRoutes from './routes/public/joining.ts';

/** The families of routes, by audience. */
const ROUTES = [
  publicGamesRoutes,
  confirmAddressRoutes,
  joiningRoutes,
  healthRoutes,
  signInRoutes,
  signUpRoutes,
  accountRoutes,
  absenceRoutes,
  gmGamesRoutes,
  gmGameRoutes,
  scheduleRoutes,
  gmActionRoutes,
  seatRoutes,
  playersRoutes,
  operatorRoutes,
  mailboxRoutes,
  playerGamesRoutes,
  sheetRoutes,
  advanceOrdersRoutes,
  letterRoutes,
  apiGamesRoutes,
  apiAdvanceOrdersRoutes,
];

/** What one form may weigh: a sheet with every field filled is below 8 kB. */
const BODY_LIMIT = 64 * 1024;

/**
 * Builds the web without listening: `listen` and `close` are the caller's.
 * @throws where a route does not say who may pass
 */
export async function buildApp(deps: WebDeps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: requestLogger(deps.ctx.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    genReqId: newRequestId,
    requestIdHeader: false,
    frameworkErrors: answerUnreadable,
    trustProxy: trustOf(deps.trustProxy),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  addRequestLog(app);
  addErrorPages(app);
  enforceRouteAccess(app);
  await addHeaders(app, deps);
  await app.register(formbody, { bodyLimit: BODY_LIMIT });
  await addSessions(app, deps);
  await addLimits(app, deps);
  addCodes(app, deps);
  await addCsrf(app, deps);
  addPages(app, deps);
  await addAssets(app);
  await addRoutes(app, deps);
  return app;
}

/** A number is how many proxies stand between the server and the world. */
function trustOf(trust: WebDeps['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : (trust ?? false);
}

async function addRoutes(app: FastifyInstance, deps: WebDeps): Promise<void> {
  for (const routes of ROUTES) await app.register((scope) => routes(scope, deps));
}
