import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Eta } from 'eta';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Problem } from '../../rules/sheet.ts';
import { formatDateTimeFor } from '../../text/dates.ts';
import { escapeHtml } from '../../text/escape.ts';
import type { WebDeps } from '../deps.ts';
import { PUBLIC_DIR } from './assets.ts';

const TEMPLATES = join(import.meta.dirname, '..', '..', '..', 'templates', 'web');

/** What a page is told after a form did its work, by the word in its address (`?done=seat-added`). */
export const NOTICES: Record<string, string> = {
  'account-saved': 'Your account is saved.',
  'code-set': 'Your security code is set. Use it with your account number to sign in.',
  'signed-out': 'You are signed out.',
  'game-made': 'The game is made. Add its seats, then begin it.',
  'seat-added': 'The seat is added.',
  'seat-invited': 'The seat is added and the invitation is on its way.',
  'seat-removed': 'The seat is removed.',
  begun: 'The game has begun. The first printouts are on their way.',
  processed: 'The turn is processed. The printouts are on their way.',
  over: 'The last turn is processed: the game is over. The final printouts are on their way.',
  'due-set': 'The due date is set, and mailed to the players.',
  'calendar-set': 'The calendar is saved.',
  extended: 'The turn is extended, and the new date mailed to the players.',
  paused: 'The game is paused, and the players are told by mail.',
  'last-word-back': 'Your last word is taken back. Your sheet stands on, and may be changed.',
  'ahead-withdrawn': 'What you had sent ahead is withdrawn.',
  voted: 'Your vote for more time is counted.',
  'vote-back': 'Your vote for more time is taken back.',
  'vote-passed': 'Two thirds have voted for more time: the date is put off, and everybody is told by mail.',
  resumed: 'The game goes on, and the players are told by mail.',
  resent: 'The mail is on its way again.',
  'account-made': 'The account is made.',
  'rights-set': 'The rights are changed.',
  'email-set': 'The e-mail address is corrected. Links that went to the old one are no longer good.',
  'link-sent': 'The sign-in link is on its way.',
  'rolled-back': 'The turn is rolled back and open again. Everybody is told by mail.',
  'rolled-forward': 'The turn counts again. Everybody is told by mail.',
  'press-decided': 'The press release is decided on.',
  'letter-written': 'Your letter is on its way.',
  'letters-decided': 'What you decided about letters is saved.',
  'letter-sent': 'The letter is on its way to every player.',
  abandoned: 'The game is given up. Everybody is told by mail.',
  'taken-up': 'The game is taken up again, and everybody is told by mail.',
  offered: 'The seat is offered in the lobby.',
  'offer-withdrawn': 'The seat is no longer offered.',
  'taken-over': 'The seat is yours. Your printout is here, and on its way by mail.',
  'post-entered': 'The sheet is entered. The player gets the receipt.',
  replaced: 'The new player is seated, and the invitation is on its way.',
  'to-opponent': 'The computer plays this seat now.',
  'given-back': 'The seat is given back.',
  'address-corrected': 'The address is corrected, and what had not arrived is on its way again.',
  'mail-given-up': 'The mail is given up: no further attempt is made.',
  'sheet-sent': 'The sheet has arrived.',
  'signed-up': 'Welcome. Your account is made and you are signed in.',
  'email-asked': 'A link is on its way to the new address. The old one stays until you use it.',
  'email-changed': 'Your address is changed.',
  'absence-announced': 'Your absence is announced, and your GMs are told.',
  'absence-withdrawn': 'The absence is withdrawn, and your GMs are told.',
  deleted: 'Your account is deleted.',
  'players-decided': 'What is asked of players is saved.',
  joined: 'You have a seat. The first printout comes when the game begins.',
  'joined-begun': 'You have the last seat, and the game has begun. Your first printout is here.',
  waiting: 'You are in line. When a seat becomes free for you, a mail says so.',
  left: 'You have left.',
  'seat-back': 'The seat is yours again.',
  'link-removed': 'The invitation link is taken back.',
  excused: 'The missed turn is excused.',
  'not-excused': 'The missed turn counts again.',
};

/** What a template is given. */
export interface PageData {
  /** The page's title, also its heading unless `plainHead` is set. */
  title: string;
  [key: string]: unknown;
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page made from templates/web/<template>.eta inside the layout. */
    page(template: string, data: PageData): FastifyReply;
    /** After a form did its work: on to a page of ours that says so. `notice` is a key of NOTICES. */
    done(path: string, notice: string): FastifyReply;
  }
}

/** Templates are read once; they escape everything that is not marked as HTML. */
export function addPages(app: FastifyInstance, deps: WebDeps): void {
  const eta = new Eta({ views: TEMPLATES, cache: true, autoEscape: true });
  const mailbox = deps.mailbox !== null;
  const signUp = deps.signUp !== false;
  app.decorateReply('page', function (this: FastifyReply, template: string, data: PageData) {
    const it = { ...helpers(this, deps), mailbox, signUp, ...data };
    const body = eta.render(`/${template}`, it);
    const html = eta.render('/layout', { ...it, body });
    return this.type('text/html; charset=utf-8').send(html);
  });
  app.decorateReply('done', function (this: FastifyReply, path: string, notice: string) {
    const [before = '/', anchor] = path.split('#');
    const address = `${before}${before.includes('?') ? '&' : '?'}done=${notice}${anchor ? `#${anchor}` : ''}`;
    return this.redirect(address, 303);
  });
}

function helpers(reply: FastifyReply, deps: WebDeps) {
  const { request } = reply;
  const account = request.account;
  // One token for all forms of a page: each call would make a new secret for a browser that has none yet.
  let token: string | null = null;
  const csrf = () => {
    token ??= reply.generateCsrf();
    return `<input type="hidden" name="_csrf" value="${token}">`;
  };
  return {
    account,
    path: request.url.split('?')[0] ?? '/',
    notice: noticeOf(request.query),
    /** Can this person come back only by a mailed link? */
    lacksCode: account !== null && !request.hasCode,
    csrf,
    asset: assetUrl,
    now: deps.ctx.now(),
    /** A moment in words, in the zone of the game or of the reader. */
    date: (date: Date | null, zone?: string) =>
      date === null
        ? '—'
        : formatDateTimeFor(date, zone ?? account?.timeZone ?? 'UTC', account?.timeZone ?? null),
    problem: problemHtml,
    mark: problemMark,
  };
}

function noticeOf(query: unknown): string | null {
  const done = (query as Record<string, unknown> | undefined)?.done;
  return typeof done === 'string' && Object.hasOwn(NOTICES, done) ? (NOTICES[done] ?? null) : null;
}

const versions = new Map<string, string>();

/** The address of one of our own files, which changes when the file does. */
export function assetUrl(file: string): string {
  let version = versions.get(file);
  if (version === undefined) {
    version = createHash('sha256')
      .update(readFileSync(join(PUBLIC_DIR, file)))
      .digest('hex')
      .slice(0, 10);
    versions.set(file, version);
  }
  return `/assets/${file}?v=${version}`;
}

/** The id of the element that tells a field's problems. */
function problemId(field: string): string {
  return `problem-${field.replace(/[^A-Za-z0-9]+/g, '-')}`;
}

/** The problems of one field, to stand beside it; nothing where there are none. */
export function problemHtml(problems: Problem[] | undefined, field: string): string {
  const own = (problems ?? []).filter((problem) => problem.field === field);
  if (own.length === 0) return '';
  const words = own.map((problem) => escapeHtml(problem.message)).join(' ');
  return `<small class="problem" id="${problemId(field)}"><strong>Problem:</strong> ${words}</small>`;
}

/** The attributes that tie an input to its problems. */
export function problemMark(problems: Problem[] | undefined, field: string): string {
  const has = (problems ?? []).some((problem) => problem.field === field);
  return has ? `aria-invalid="true" aria-describedby="${problemId(field)}"` : '';
}
