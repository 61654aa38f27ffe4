/** A page as the browser received it. */
export interface Page {
  status: number;
  /** The path after any redirects. */
  path: string;
  html: string;
}

/** A minimal browser without scripts: it keeps cookies, reads pages and sends forms. */
export class FormBrowser {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();

  /** @param base the server's address, without a trailing slash */
  constructor(base: string) {
    this.#base = base;
  }

  /** Opens a page and follows redirects. */
  get(path: string): Promise<Page> {
    return this.#request(path, { method: 'GET' });
  }

  /** Downloads a file. @throws if the response is not successful */
  async download(path: string): Promise<Buffer> {
    const response = await this.#fetch(path, { method: 'GET' });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /**
   * Sends a form.
   * @param on the page with the form, from which its CSRF token is read
   * @throws if the server refuses it, with the text of the page
   */
  async send(on: string, action: string, fields: Record<string, string>): Promise<Page> {
    const form = await this.get(on);
    const token = /name="_csrf" value="([^"]+)"/.exec(form.html)?.[1];
    if (token === undefined) throw new Error(`There is no form on ${on} (status ${form.status})`);
    const body = new URLSearchParams({ ...fields, _csrf: token });
    const page = await this.#request(action, { method: 'POST', body });
    if (page.status >= 400) throw new Error(`${action}: status ${page.status}: ${textOf(page.html)}`);
    return page;
  }

  async #request(path: string, init: RequestInit): Promise<Page> {
    const response = await this.#fetch(path, init);
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400 && location !== null) {
      return this.#request(new URL(location, `${this.#base}${path}`).pathname, { method: 'GET' });
    }
    return { status: response.status, path, html: await response.text() };
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${this.#base}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, accept: 'text/html' },
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.#cookies.set(name, value);
    }
    return response;
  }
}

function textOf(html: string): string {
  const [start, end] = [html.indexOf('<main'), html.lastIndexOf('</main>')];
  const main = start === -1 || end < start ? html : html.slice(start, end);
  return main
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 400);
}
