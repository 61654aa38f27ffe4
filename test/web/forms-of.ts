/** A form of a page, as a browser would send it. */
export interface PageForm {
  action: string;
  button: string;
  /** The names and values of its hidden inputs. */
  fields: Record<string, string>;
}

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The forms of a page that are sent with a button of this label. */
export function formsOf(page: string, { button }: { button: string }): PageForm[] {
  return [...page.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)]
    .map(([, head = '', content = '']) => ({
      action: attribute(head, 'action'),
      button: /<button[^>]*>([^<]*)<\/button>/.exec(content)?.[1] ?? '',
      fields: Object.fromEntries(
        [...content.matchAll(/<input type="hidden"([^>]*)>/g)].map(([, input = '']) => [
          attribute(input, 'name'),
          attribute(input, 'value'),
        ]),
      ),
    }))
    .filter((form) => form.button === button);
}

function attribute(tag: string, name: string): string {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
  return value.replace(/&(?:#(\d+)|([a-z]+));/g, (all, code, named) =>
    code === undefined ? (NAMED[named] ?? all) : String.fromCodePoint(Number(code)),
  );
}
