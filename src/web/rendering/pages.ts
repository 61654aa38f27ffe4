import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { checkGmRight } from '../../accounts/gm-rights.ts';
import type { Account } from '../../database/generated/client.ts';
import { CHECK_TITLES } from '../../operations/check-titles.ts';
import type { Problem } from '../../rules/sheet.ts';
import { escapeHtml } from '../../text/escape.ts';
import { heldNotice } from '../access/held-server.ts';
import { OPENED_BY } from '../access/other-account.ts';
import type { WebContext } from '../web-context.ts';
import { STATIC_DIR } from './assets.ts';
import { mailNotice } from './mail-notice.ts';
import { noticeOf, type PageNotice } from './page-notices.ts';
import { readerDates } from './reader-dates.ts';

/*
 * src/web/rendering: how a response is made. Pages from templates, error pages, static files, the request log, and
 * dates as the reader sees them.
 */

const TEMPLATES = join(import.meta.dirname, '..', '..', '..', 'templates', 'web');

/** What a page gives its template. What every template has can only be left out: the layout uses it, too. */
export type PageData = OwnData & { [Taken in keyof ReturnType<typeof templateHelpers>]?: null };

interface OwnData {
  /** The title of the document. The template writes its own heading. */
  title: string;
  /** What messengers show with a link to the page, if that is not what they show with every page. */
  share?: LinkPreview;
  [key: string]: unknown;
}

/** What messengers and social networks show with a link to a public page (Open Graph). */
export interface LinkPreview {
  /** A sentence or two. */
  description: string;
  /** The path of the picture: see `PICTURE_SIZE`. */
  picture: string;
  /** What the picture shows, for those who cannot see it. */
  alt: string;
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends templates/web/<template>.eta inside the layout. */
    page(template: string, data: PageData): FastifyReply;
    /** Redirects (303) to `path` after a form did its work. The page shows the notice. */
    done(path: string, notice: PageNotice): FastifyReply;
  }
}

/** Adds `reply.page` and `reply.done`. Templates are read once and escape everything that is not marked as HTML. */
export function registerPages(app: FastifyInstance, deps: WebContext): void {
  const eta = new Eta({ views: TEMPLATES, cache: true, autoEscape: true });
  const mailbox = deps.mailbox !== null;
  const signUp = deps.signUp !== false;
  app.decorateReply('page', function (this: FastifyReply, template: string, data: PageData) {
    const it = { ...templateHelpers(this, deps), mailbox, signUp, share: THE_SERVER, ...data };
    const body = eta.render(`/${template}`, it);
    const html = eta.render('/layout', { ...it, body });
    return this.type('text/html; charset=utf-8').send(html);
  });
  app.decorateReply('done', function (this: FastifyReply, path: string, notice: PageNotice) {
    const [before = '/', anchor] = path.split('#');
    const address = `${before}${before.includes('?') ? '&' : '?'}done=${notice}${anchor ? `#${anchor}` : ''}`;
    return this.redirect(address, 303);
  });
}

/** What is shown with a link to any other page. */
const THE_SERVER: LinkPreview = {
  description:
    'Election games by mail: send in your turn sheets by e-mail, on the web or on paper, and each turn comes back as a printed page.',
  picture: '/picture.png',
  alt: 'A blank map of the United States below the name Whistlestop',
};

/** What every template has besides the data of its page. */
function templateHelpers(reply: FastifyReply, deps: WebContext) {
  const { request } = reply;
  const account = request.account;
  const datesIn = (zone?: string) =>
    readerDates({
      zone: zone ?? account?.timeZone ?? 'UTC',
      readerZone: account?.timeZone ?? null,
      now: deps.ctx.now(),
    });
  // One token for all forms of a page: each call would make a new secret for a browser that has none yet.
  let token: string | null = null;
  const csrf = () => {
    token ??= reply.generateCsrf();
    const openedBy =
      account === null ? '' : `<input type="hidden" name="${OPENED_BY}" value="${account.id}">`;
    return `<input type="hidden" name="_csrf" value="${token}">${openedBy}`;
  };
  return {
    account,
    /** Which games the account may create: `any`, or `friends` for only a few; null for none. How many it runs is not counted. */
    mayCreate: mayCreate(deps, account),
    /** Whether no one is signed in; false if that could not be read. */
    signedOut: account === null && request.sessionFailure === null,
    path: request.url.split('?')[0] ?? '/',
    /** The public address of the server, without a slash at its end. */
    publicUrl: deps.publicUrl,
    notice: noticeOf(request),
    /** For the operator: what the checks of the server have found that is not OK. */
    troubles: account?.operator ? troublesOf(deps) : [],
    /** Why nothing can be sent now because the server is held; null if it is not. */
    heldNotice: heldNotice(deps),
    /** Whether the account has no security code, so that its owner needs a new mailed link to sign in again. */
    lacksCode: account !== null && !request.hasCode,
    /** What people must know if the server sends no mail; null if it does. */
    mailNotice: mailNotice(deps),
    /** Whether mail to the account comes back. */
    mailReturns: account !== null && request.mailReturns,
    csrf,
    asset: assetUrl,
    now: deps.ctx.now(),
    /** A moment in the zone of the game (or of the reader), with the reader's own time if it differs; `—` for null. */
    date: (moment: Date | null, zone?: string) => datesIn(zone).date(moment),
    /** A date to meet: as `date`, followed by the distance: `in 5 days`. */
    due: (moment: Date | null, zone?: string) => datesIn(zone).due(moment),
    problem: problemHtml,
    mark: problemMark,
  };
}

function mayCreate({ ctx }: WebContext, account: Account | null): 'any' | 'friends' | null {
  const right = account && checkGmRight(ctx, account);
  if (!right?.ok) return null;
  return right.value.forFriends ? 'friends' : 'any';
}

/** The titles of the checks that are not OK. A held server has a notice of its own. */
function troublesOf({ health }: WebContext): string[] {
  const found = health?.conditions() ?? [];
  return found
    .filter(({ check, level }) => level !== 'ok' && check !== 'held')
    .map(({ check }) => CHECK_TITLES[check].toLowerCase());
}

const versions = new Map<string, string>();

/** The address of a file in src/web/static, which changes when the file does. */
function assetUrl(file: string): string {
  let version = versions.get(file);
  if (version === undefined) {
    version = createHash('sha256')
      .update(readFileSync(join(STATIC_DIR, file)))
      .digest('hex')
      .slice(0, 10);
    versions.set(file, version);
  }
  return `/assets/${file}?v=${version}`;
}

/** The id of the element that shows the problems of a field. */
function problemId(field: string): string {
  return `problem-${field.replace(/[^A-Za-z0-9]+/g, '-')}`;
}

/** The problems of one field as HTML, to be shown beside it; '' if it has none. */
function problemHtml(problems: Problem[] | undefined, field: string): string {
  const own = (problems ?? []).filter((problem) => problem.field === field);
  if (own.length === 0) return '';
  const words = own.map((problem) => escapeHtml(problem.message)).join(' ');
  return `<small class="problem" id="${problemId(field)}"><strong>Problem:</strong> ${words}</small>`;
}

/** The attributes that tie an input to its problems; '' if it has none. */
function problemMark(problems: Problem[] | undefined, field: string): string {
  const has = (problems ?? []).some((problem) => problem.field === field);
  return has ? `aria-invalid="true" aria-describedby="${problemId(field)}"` : '';
}
