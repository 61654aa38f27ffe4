/** What came back for a request, before any redirect is followed. */
export interface Answer {
  /** 0 if there was no answer: the connection failed, or it took too long. */
  status: number;
  /** The path of a redirect, with its query; null if it is none. */
  location: string | null;
  body: string;
  /** Why there was no answer. */
  failure: string;
}

/** Milliseconds after which a person stops waiting for a page. */
const PATIENCE = 15_000;

/** The same while the games are set up, when nothing fails: the machine may be slow. */
const FIRST_PATIENCE = 60_000;

/**
 * A browser without scripts, for a server that may not be there: nothing in it throws. It keeps cookies and takes the
 * form token from the pages.
 */
export class Browser {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();
  #patience = FIRST_PATIENCE;

  /** @param base the server's address, without a trailing slash */
  constructor(base: string) {
    this.#base = base;
  }

  /** From now on a page has to come soon. */
  loseFirstPatience(): void {
    this.#patience = PATIENCE;
  }

  /** Opens a page. Redirects are followed, but not to the sign-in page. */
  async get(path: string): Promise<Answer> {
    const answer = await this.#request(path, { method: 'GET' });
    const { location } = answer;
    return location === null || location.startsWith('/sign-in') ? answer : this.get(location);
  }

  /**
   * Sends a form.
   * @param page the page with the form, as it was opened before
   */
  post(page: Answer, action: string, fields: Record<string, string>): Promise<Answer> {
    const token = /name="_csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return this.#request(action, { method: 'POST', body: new URLSearchParams({ ...fields, _csrf: token }) });
  }

  /** Opens a page and sends a form that is on it. Returns the answer of the page if it cannot be opened. */
  async send(on: string, action: string, fields: Record<string, string>): Promise<Answer> {
    const page = await this.get(on);
    return page.status === 200 ? this.post(page, action, fields) : page;
  }

  async #request(path: string, init: RequestInit): Promise<Answer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    try {
      const response = await fetch(`${this.#base}${path}`, {
        ...init,
        redirect: 'manual',
        headers: { cookie, accept: 'text/html' },
        signal: AbortSignal.timeout(this.#patience),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
      }
      const target = response.headers.get('location');
      const body = await response.text();
      const url = target === null ? null : new URL(target, `${this.#base}${path}`);
      const location = url === null ? null : `${url.pathname}${url.search}`;
      return { status: response.status, location, body, failure: '' };
    } catch (error) {
      return { status: 0, location: null, body: '', failure: causeOf(error) };
    }
  }
}

/** Whether a sent form was accepted: every form of the server answers with a redirect then. */
export function isDone({ status, location }: Answer): boolean {
  return status === 303 && location !== null && !location.startsWith('/sign-in');
}

/** What a page says, for a message about an answer that was not expected. */
export function describeAnswer({ status, location, body, failure }: Answer): string {
  if (status === 0) return failure;
  const main = /<main[\s\S]*<\/main>/.exec(body)?.[0] ?? body;
  const text = main
    .replace(/<(script|style|option)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return `${status}${location === null ? '' : ` to ${location}`}: ${text.slice(0, 300)}`;
}

function causeOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error
    ? `${message}: ${(cause as NodeJS.ErrnoException).code ?? cause.message}`
    : message;
}
