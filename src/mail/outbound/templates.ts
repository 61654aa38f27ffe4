import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { PALETTE } from '../../printouts/palette.ts';
import { wrapHanging, wrapText } from '../../text/plain-text.ts';
import { printable } from '../../text/printable.ts';

const views = fileURLToPath(new URL('../../../templates/mail', import.meta.url));

/** In HTML everything is escaped that is not written with `~`, which only the layout's own body is. */
const html = new Eta({ views, cache: true, autoEscape: true, autoTrim: false });
const text = new Eta({ views, cache: true, autoEscape: false, autoTrim: [false, 'nl'] });

/** What every text template may use. */
const TEXT_HELPERS = {
  /** A paragraph, wrapped. */
  wrap: (words: string) => wrapText(printable(words)).join('\n'),
  /** One entry of a list, its further lines set in under the first. */
  hang: (lead: string, words: string) => wrapHanging(lead, printable(words)).join('\n'),
};

/** Both forms of a mail's body from its two templates `<name>.html` and `<name>.text`. */
export function renderBody(name: string, data: object): { html: string; text: string } {
  const plain = text.render(`./${name}.text.eta`, { ...data, ...TEXT_HELPERS });
  return {
    html: html.render(`./${name}.html.eta`, { ...data, clean: printable, colour: PALETTE }),
    text: `${plain.replace(/\n{3,}/g, '\n\n').trim()}\n`,
  };
}
