import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DatabaseFailure, databaseFailure, isOutcomeUnknown } from '../../database/failures.ts';
import { TookTooLongError } from '../access/answer-in-time.ts';
import { HttpError, isSafe, pathOf, safeNext, wantsJson } from './http-errors.ts';
import { type PostedFields, postedFields, typedFields } from './posted-fields.ts';

/*
 * What people see while the server cannot do its work: a 503 that says what was stored, and keeps what they typed.
 */

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether the handler of the route has begun. Before that, nothing of a request is stored. */
    handled: boolean;
    /**
     * Whether the handler has stored something. It must set this if it then does something else that may fail, so that
     * no page says that nothing was stored.
     */
    stored: boolean;
    /** Whether the form came from one of our own pages. What others make a browser send is not repeated. */
    fromOurPage: boolean;
  }
  interface FastifyContextConfig {
    /**
     * What a POST stores, if that is less than usual: `nothing`, or no more than a `session` or the mail to sign in.
     * These are taken even if the disk is nearly full, and wait for no game.
     */
    stores?: 'nothing' | 'session';
    /** true: the form holds secrets or personal data, so error pages do not repeat what was typed. */
    secret?: true;
  }
}

/**
 * Why the server cannot process a request now. `held`: the operator has not released it yet. `guessing`: too many guesses
 * at what a sheet would do, or turns of practice games, are waiting. `uploads`: too many files are being read.
 */
type Unavailability = DatabaseFailure | 'held' | 'guessing' | 'uploads';

/** The codes of errors in the answers to programs. */
const CODES: Record<Unavailability, string> = {
  busy: 'busy',
  guessing: 'busy',
  uploads: 'busy',
  held: 'held',
  unavailable: 'unavailable',
  full: 'unavailable',
};

/** 503: the server cannot process a request, through no fault of the request. */
export class UnavailableError extends HttpError {
  readonly failure: Unavailability;
  /** Whether something of the request may have been stored. */
  readonly maybeStored: boolean;

  /** @param options.message for people; it is shown only for `held`, and replaced by a fixed sentence otherwise */
  constructor(
    failure: Unavailability,
    {
      maybeStored = false,
      message = `The server is not available: ${failure}.`,
      cause,
    }: { maybeStored?: boolean; message?: string; cause?: unknown } = {},
  ) {
    super(503, CODES[failure], message);
    this.failure = failure;
    this.maybeStored = maybeStored;
    this.cause = cause;
  }
}

/** The 503 for an error that the database or the lack of time has caused; null for any other error. */
export function unavailableError(error: unknown, request: FastifyRequest): UnavailableError | null {
  if (error instanceof UnavailableError) return error;
  const tookTooLong = error instanceof TookTooLongError;
  const failure = tookTooLong ? 'busy' : databaseFailure(error);
  if (failure === null) return null;
  const unknown = request.stored || tookTooLong || isOutcomeUnknown(error);
  return new UnavailableError(failure, { maybeStored: mayStore(request) && unknown, cause: error });
}

/** Whether a request has come so far that it may have stored what was sent. */
function mayStore({ method, handled, routeOptions }: FastifyRequest): boolean {
  return handled && !isSafe(method) && routeOptions.config.stores !== 'nothing';
}

/** Seconds after which it makes sense to try again. */
const RETRY_AFTER: Record<Unavailability, number> = {
  busy: 5,
  guessing: 5,
  uploads: 5,
  unavailable: 15,
  full: 60,
  held: 300,
};

const HEADINGS: Record<Unavailability, string> = {
  busy: 'Busy',
  guessing: 'Busy',
  uploads: 'Busy',
  unavailable: 'Not available',
  full: 'Not available',
  held: 'Not possible now',
};

/** Sends the 503: as JSON to programs, otherwise as a page that keeps what was typed. */
export function sendUnavailable(
  request: FastifyRequest,
  reply: FastifyReply,
  error: UnavailableError,
): FastifyReply {
  const { failure, code } = error;
  const [cause, effect] = [causeInWords(error, request), effectInWords(error, request)];
  reply.code(503).header('retry-after', RETRY_AFTER[failure]).header('cache-control', 'no-store');
  if (wantsJson(request)) {
    const message = effect === null ? cause : `${cause} ${effect}`;
    return reply.send({ error: { code, message, request: request.id } });
  }
  const view: UnavailableView = {
    ...{ cause, effect },
    address: safeNext(request.url, '/'),
    isForm: !isSafe(request.method),
    kept: keptFields(request),
    check: error.maybeStored ? pageBefore(request) : null,
    requestId: request.id,
  };
  return reply.page('unavailable', { title: HEADINGS[failure], styles: ['sheet.css'], ...view });
}

/** The page as templates/web/unavailable.eta prints it. */
interface UnavailableView {
  cause: string;
  /** What was stored; null for a page that was only to be read. */
  effect: string | null;
  /** The address that was requested. */
  address: string;
  isForm: boolean;
  /** What was typed, to be sent again; null if it is not repeated. */
  kept: { fields: PostedFields; typed: PostedFields } | null;
  /** The page that shows whether something was stored; null if nothing was. */
  check: string | null;
  requestId: string;
}

function causeInWords({ failure, message }: UnavailableError, request: FastifyRequest): string {
  switch (failure) {
    case 'unavailable':
      return 'The server cannot reach its database at the moment, or the database cannot store anything.';
    case 'busy':
      return changesGame(request)
        ? 'This game is busy at the moment. Its turn may be being processed.'
        : 'The server could not do this in time.';
    case 'guessing':
      return request.routeOptions.config.stores === 'nothing'
        ? 'Too many sheets are being tried out at the moment. Try again in a moment.'
        : 'Too many practice turns are being played at the moment. Try again in a moment.';
    case 'uploads':
      return 'Too many files are being sent at the moment. Try again in a moment.';
    case 'full':
      return 'The server cannot store anything at the moment, because its disk is full or cannot be written to.';
    case 'held':
      return message;
  }
}

/** Whether a request is for something that waits until its game is free. */
function changesGame({ method, routeOptions }: FastifyRequest): boolean {
  const { url, config } = routeOptions;
  return !isSafe(method) && url?.includes('/:number') === true && config.stores !== 'nothing';
}

function effectInWords({ maybeStored }: UnavailableError, request: FastifyRequest): string | null {
  if (isSafe(request.method) || request.routeOptions.config.stores === 'nothing') return null;
  if (!maybeStored) return 'Nothing you sent was stored.';
  return /\/sheet$/.test(pathOf(request.url))
    ? 'What you sent may not have been stored. The page of your sheet shows the version that counts.'
    : 'What you sent may not have been stored. Check before you send it again.';
}

function keptFields(request: FastifyRequest): UnavailableView['kept'] {
  if (isSafe(request.method) || !request.fromOurPage || request.routeOptions.config.secret) return null;
  // A page cannot keep the file that was sent with the fields.
  if (request.isMultipart()) return null;
  const fields = postedFields(request.body);
  return { fields, typed: typedFields(fields) };
}

/** The page from which the form was sent. */
function pageBefore({ headers: { referer } }: FastifyRequest): string {
  const home = '/my/games';
  if (referer === undefined || !URL.canParse(referer)) return home;
  const { pathname, search } = new URL(referer);
  return safeNext(pathname + search, home);
}
