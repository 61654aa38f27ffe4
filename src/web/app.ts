/**
 * The web part: server-rendered pages that work without scripts, and a JSON API for programs.
 *
 * - access/: who may send a request, and how often
 * - forms/: how parameters, queries and bodies are read
 * - turn-sheet/: the page of a sheet and everything around it
 * - rendering/: how a response is made
 * - routes/: the addresses, by audience; each file registers one family of routes
 * - static/: our style sheets and scripts
 *
 * A family of routes (src/web/routes/<audience>/*.ts):
 *
 *     export default async function playerGamesRoutes(app: FastifyInstance, deps: WebContext) {
 *       const options = { config: { access: 'account' }, schema: { params: GameParams } } as const;
 *       withSchemas(app).get('/my/games/:number', options, async (request, reply) => {
 *         const account = accountOf(request);         // never null unless access is 'anyone'
 *         const { number } = request.params;          // checked by the schema: a 404 if it does not match
 *         return reply.page('player/game', { title: 'My game', … });
 *       });
 *     }
 *
 * - Every route sets `config.access` to 'anyone', 'account', 'gm' or 'operator'. The server does not start otherwise.
 *   Rights within one game are checked by the route itself, which throws `notFound()`.
 * - `reply.page(template, data)` renders templates/web/<template>.eta inside layout.eta. `data.title` is required;
 *   `data.scripts: ['sheet.js']` and `data.styles: ['sheet.css']` add files from src/web/static; `data.wide: true` makes
 *   the column wider. Templates print what a typed view model beside the route gives them; they have `it.account` (or
 *   null), `<%~ it.csrf() %>` (in every form with method=post), `it.asset('sheet.js')`, `it.date(date, zone)`,
 *   `it.due(date, zone)`, `it.problem(it.problems, 'field')` (the problems beside a field, as HTML) and
 *   `it.mark(it.problems, 'field')` (the aria attributes of its input).
 * - After a POST did its work: `return reply.done('/my/games/EY-1', 'seat-added')` (a redirect; the second argument is a
 *   key of NOTICES). After a POST with problems: `return reply.code(422).page(…, { problems, values })`.
 * - Errors are thrown: `notFound()`, `forbidden()`, `badRequest('what would be right')` of rendering/http-errors.ts. They
 *   become a page, or JSON if the caller asks for it (`wantsJson`).
 * - Nothing from outside is used unchecked: see forms/read-request.ts.
 * - Every POST needs the form's token (`_csrf`, or the header `csrf-token`) unless `config.csrf` is false.
 * - Forms are rate limited per person, and per session and token.
 * - While the server is held, nothing is taken but on routes with `config.whileHeld`.
 * - If the database is gone, a game is locked or the disk is full, rendering/unavailable.ts sends a 503 that keeps what
 *   was typed. Forms with secrets set `config.secret`; a POST that stores nothing, or no more than a session, sets
 *   `config.stores`; a handler that stores something and then does something that may fail sets `request.stored`.
 * - Pages are `no-store` unless `config.cacheable` is set.
 */
import etag from '@fastify/etag';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { limitConnections, timesOf } from '../operations/connection-limits.ts';
import { registerAbsenceLimit } from './access/absence-limit.ts';
import { registerAnswersInTime } from './access/answer-in-time.ts';
import { registerAvailability } from './access/availability.ts';
import { limitBodyValues, parseForm } from './access/body-values.ts';
import { registerCacheHeaders } from './access/cache-headers.ts';
import { connectionLimits, refuseConnection } from './access/connections.ts';
import { registerCsrf } from './access/csrf.ts';
import { registerGameQueue } from './access/game-queue.ts';
import { registerGuessQueue } from './access/guess-queue.ts';
import { registerHeldServer } from './access/held-server.ts';
import { registerPageTurns } from './access/page-turns.ts';
import { registerPeopleInGames } from './access/people-in-games.ts';
import { registerPracticeLimit } from './access/practice-limit.ts';
import { registerPageLimit, registerRateLimits } from './access/rate-limits.ts';
import { registerRequestIps } from './access/request-ip.ts';
import { enforceRouteAccess } from './access/route-access.ts';
import { hookFreeHeaders, registerSecurityHeaders } from './access/security-headers.ts';
import { registerSessions, registerSessionsOfUploads } from './access/session-cookies.ts';
import { registerSecurityCodeAttempts } from './access/sign-in-limits.ts';
import { limitUnfinishedRequests } from './access/unfinished-requests.ts';
import { registerUnreadAnswers } from './access/unread-answers.ts';
import { registerUploads } from './access/uploads.ts';
import { registerSchemas } from './forms/read-request.ts';
import { registerAssets } from './rendering/assets.ts';
import { registerErrorPages, sendBadAddress } from './rendering/error-pages.ts';
import { registerOwnPrintouts } from './rendering/own-printouts.ts';
import { registerPages } from './rendering/pages.ts';
import { registerPracticePrintouts } from './rendering/practice-printouts.ts';
import {
  newRequestId,
  registerRequestLog,
  requestChildLogger,
  requestLogger,
} from './rendering/request-log.ts';
import { registerPostalRounds } from './rendering/round-file.ts';
import apiAbsenceRoutes from './routes/api/absences.ts';
import apiAdvanceOrdersRoutes from './routes/api/advance-orders.ts';
import apiGamesRoutes from './routes/api/games.ts';
import apiGmGamesRoutes from './routes/api/gm-games.ts';
import apiGmPaperAdvanceOrdersRoutes from './routes/api/gm-paper-advance-orders.ts';
import apiGmPolicyRoutes from './routes/api/gm-policies.ts';
import apiGmPostRoutes from './routes/api/gm-post.ts';
import apiGmSeatRoutes from './routes/api/gm-seats.ts';
import apiGmTurnRoutes from './routes/api/gm-turns.ts';
import apiGmWordsRoutes from './routes/api/gm-words.ts';
import apiJoiningRoutes from './routes/api/joining.ts';
import apiLettersRoutes from './routes/api/letters.ts';
import apiMyGamesRoutes from './routes/api/my-games.ts';
import apiMySheetsRoutes from './routes/api/my-sheets.ts';
import { registerOpenApi } from './routes/api/openapi.ts';
import apiOwnSeatRoutes from './routes/api/own-seat.ts';
import apiPracticeGameRoutes from './routes/api/practice-games.ts';
import apiPracticePrintoutRoutes from './routes/api/practice-printouts.ts';
import apiPracticeSheetRoutes from './routes/api/practice-sheets.ts';
import apiPrintoutPdfRoutes from './routes/api/printout-pdf.ts';
import apiProgramRoutes from './routes/api/program.ts';
import apiRulesetRoutes from './routes/api/rulesets.ts';
import apiSheetRoutes from './routes/api/sheet.ts';
import apiSheetHelpRoutes from './routes/api/sheet-help.ts';
import invitationRoutes from './routes/auth/invitation.ts';
import confirmPasskeyRoutes from './routes/auth/passkey.ts';
import signInRoutes from './routes/auth/sign-in.ts';
import signUpRoutes from './routes/auth/sign-up.ts';
import chatRoutes from './routes/gm/chats.ts';
import gmConversationRoutes from './routes/gm/conversations.ts';
import gmDeliveryRoutes from './routes/gm/deliveries.ts';
import gmGameRoutes from './routes/gm/game.ts';
import gmGamesRoutes from './routes/gm/games.ts';
import lifecycleRoutes from './routes/gm/lifecycle.ts';
import gmMessageRoutes from './routes/gm/messages.ts';
import newGameRoutes from './routes/gm/new-game.ts';
import paperAdvanceOrdersRoutes from './routes/gm/paper-advance-orders.ts';
import paperSheetRoutes from './routes/gm/paper-sheet.ts';
import playersRoutes from './routes/gm/players.ts';
import postalRoundRoutes from './routes/gm/postal-round.ts';
import scheduleRoutes from './routes/gm/schedule.ts';
import gmSeatRoutes from './routes/gm/seats.ts';
import gmTurnRoutes from './routes/gm/turns.ts';
import operatorRoutes from './routes/operator/accounts.ts';
import heldRoutes from './routes/operator/held.ts';
import mailboxRoutes from './routes/operator/mailbox.ts';
import operatorQuestionsRoutes from './routes/operator/questions.ts';
import operatorSessionsRoutes from './routes/operator/sessions.ts';
import systemRoutes from './routes/operator/system.ts';
import absenceRoutes from './routes/player/absences.ts';
import accountRoutes from './routes/player/account.ts';
import accountSecurityRoutes from './routes/player/account-security.ts';
import advanceOrdersRoutes from './routes/player/advance-orders.ts';
import calendarRoutes from './routes/player/calendar.ts';
import playerGamesRoutes from './routes/player/games.ts';
import giveUpRoutes from './routes/player/give-up.ts';
import writeToGmRoutes from './routes/player/gm-messages.ts';
import letterRoutes from './routes/player/letters.ts';
import notesRoutes from './routes/player/notes.ts';
import passkeysRoutes from './routes/player/passkeys.ts';
import playerPrintoutRoutes from './routes/player/printouts.ts';
import programRoutes from './routes/player/program.ts';
import playerQuestionsRoutes from './routes/player/questions.ts';
import sessionsRoutes from './routes/player/sessions.ts';
import sheetRoutes from './routes/player/sheet.ts';
import sheetPdfRoutes from './routes/player/sheet-pdf.ts';
import tokensRoutes from './routes/player/tokens.ts';
import practiceGameRoutes from './routes/practice/game.ts';
import practiceNotesRoutes from './routes/practice/notes.ts';
import practicePrintoutRoutes from './routes/practice/printouts.ts';
import practiceSheetRoutes from './routes/practice/sheet.ts';
import startPracticeRoutes from './routes/practice/start.ts';
import feedRoutes from './routes/public/feed.ts';
import gameListRoutes from './routes/public/game-list.ts';
import publicGamesRoutes from './routes/public/games.ts';
import healthRoutes from './routes/public/health.ts';
import helpRoutes from './routes/public/help.ts';
import joiningRoutes from './routes/public/joining.ts';
import lobbyRoutes from './routes/public/lobby.ts';
import metricsRoutes from './routes/public/metrics.ts';
import pictureRoutes from './routes/public/pictures.ts';
import rulesRoutes from './routes/public/rules.ts';
import scanRoutes from './routes/public/scan.ts';
import securityTxtRoutes from './routes/public/security-txt.ts';
import takeOverRoutes from './routes/public/takeover.ts';
import unsubscribeRoutes from './routes/public/unsubscribe.ts';
import verifyRoutes from './routes/public/verify.ts';
import type { WebContext } from './web-context.ts';

/** The families of routes, by audience. */
const ROUTES = [
  lobbyRoutes,
  startPracticeRoutes,
  practiceGameRoutes,
  practiceSheetRoutes,
  practiceNotesRoutes,
  practicePrintoutRoutes,
  gameListRoutes,
  publicGamesRoutes,
  pictureRoutes,
  verifyRoutes,
  rulesRoutes,
  scanRoutes,
  helpRoutes,
  joiningRoutes,
  takeOverRoutes,
  healthRoutes,
  metricsRoutes,
  securityTxtRoutes,
  unsubscribeRoutes,
  signInRoutes,
  confirmPasskeyRoutes,
  signUpRoutes,
  invitationRoutes,
  accountRoutes,
  accountSecurityRoutes,
  passkeysRoutes,
  sessionsRoutes,
  tokensRoutes,
  absenceRoutes,
  gmGamesRoutes,
  newGameRoutes,
  gmGameRoutes,
  lifecycleRoutes,
  gmTurnRoutes,
  gmSeatRoutes,
  paperAdvanceOrdersRoutes,
  paperSheetRoutes,
  postalRoundRoutes,
  gmMessageRoutes,
  gmConversationRoutes,
  chatRoutes,
  gmDeliveryRoutes,
  scheduleRoutes,
  playersRoutes,
  operatorRoutes,
  operatorSessionsRoutes,
  systemRoutes,
  operatorQuestionsRoutes,
  heldRoutes,
  mailboxRoutes,
  playerGamesRoutes,
  playerPrintoutRoutes,
  sheetRoutes,
  sheetPdfRoutes,
  advanceOrdersRoutes,
  letterRoutes,
  notesRoutes,
  giveUpRoutes,
  programRoutes,
  playerQuestionsRoutes,
  writeToGmRoutes,
];

/** The routes that programs read again and again, to see whether anything has changed. Their answers have ETags. */
const POLLED_ROUTES = [
  feedRoutes,
  calendarRoutes,
  apiGamesRoutes,
  apiMyGamesRoutes,
  apiMySheetsRoutes,
  apiSheetRoutes,
  apiSheetHelpRoutes,
  apiAdvanceOrdersRoutes,
  apiPrintoutPdfRoutes,
  apiLettersRoutes,
  apiOwnSeatRoutes,
  apiProgramRoutes,
  apiJoiningRoutes,
  apiAbsenceRoutes,
  apiRulesetRoutes,
  apiPracticeGameRoutes,
  apiPracticeSheetRoutes,
  apiPracticePrintoutRoutes,
  apiGmGamesRoutes,
  apiGmTurnRoutes,
  apiGmPolicyRoutes,
  apiGmSeatRoutes,
  apiGmWordsRoutes,
  apiGmPaperAdvanceOrdersRoutes,
  apiGmPostRoutes,
];

/** The largest request body in bytes. A sheet with every field filled in is below 8 kB. */
const BODY_LIMIT = 64 * 1024;

/**
 * Milliseconds after which a request gets a 503. Longer than a handler waits for a game and its lock, and shorter than
 * the minute after which reverse proxies send an error page of their own.
 */
const TIMEOUT = 55_000;

/** The most listeners for an event of one answer before Node.js warns. */
const MAX_LISTENERS = 30;

/**
 * Builds the web app. The caller must call `listen` and `close`.
 * @throws if a route does not set `config.access`
 */
export async function buildApp(deps: WebContext): Promise<FastifyInstance> {
  const connections = connectionLimits(deps);
  const app = fastify({
    ...timesOf(connections),
    clientErrorHandler: refuseConnection,
    loggerInstance: requestLogger(deps.ctx.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request' }),
    childLoggerFactory: requestChildLogger,
    genReqId: newRequestId,
    requestIdHeader: false,
    frameworkErrors: (error, request, reply) =>
      sendBadAddress(error, request, reply.headers(hookFreeHeaders(deps))),
    trustProxy: trustProxyOf(deps.trustProxy),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
  });
  limitConnections(app.server, connections);
  registerRequestIps(app);
  registerAnswersInTime(app, deps.timeout ?? TIMEOUT);
  app.addHook('onRequest', async ({ socket, headers }, { raw }) => {
    // Each limit and each queue listens for the end of an answer. Node.js would take more than ten listeners for a leak.
    raw.setMaxListeners(MAX_LISTENERS);
    deps.proxyWatch?.note({ address: socket.remoteAddress, forwarded: headers['x-forwarded-for'] });
  });
  registerRequestLog(app);
  registerSchemas(app);
  registerErrorPages(app);
  await registerSecurityHeaders(app, deps);
  await app.register(formbody, { bodyLimit: BODY_LIMIT, parser: parseForm });
  registerPeopleInGames(app, deps);
  await registerPageLimit(app, deps);
  await registerSessions(app, deps);
  registerRateLimits(app, deps);
  limitUnfinishedRequests(app);
  registerAbsenceLimit(app);
  registerPracticeLimit(app, deps);
  registerSecurityCodeAttempts(app, deps);
  limitBodyValues(app);
  // Before the form token is checked: it is a field of the upload.
  await registerUploads(app);
  registerSessionsOfUploads(app, deps);
  await registerCsrf(app, deps);
  registerCacheHeaders(app);
  registerUnreadAnswers(app);
  enforceRouteAccess(app, deps.ctx);
  registerHeldServer(app, deps);
  registerAvailability(app, deps);
  registerGameQueue(app);
  registerGuessQueue(app);
  registerPageTurns(app);
  registerPages(app, deps);
  registerOwnPrintouts(app);
  registerPracticePrintouts(app);
  registerPostalRounds(app);
  await registerAssets(app);
  await registerOpenApi(app, deps);
  await registerRoutes(app, deps);
  return app;
}

/** Fastify's `trustProxy`. A number is how many proxies are between the server and the internet. */
function trustProxyOf(trust: WebContext['trustProxy']) {
  return typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : (trust ?? false);
}

async function registerRoutes(app: FastifyInstance, deps: WebContext): Promise<void> {
  for (const routes of ROUTES) await app.register((scope) => routes(scope, deps));
  await app.register(async (polled) => {
    await polled.register(etag);
    for (const routes of POLLED_ROUTES) await polled.register((scope) => routes(scope, deps));
  });
}
