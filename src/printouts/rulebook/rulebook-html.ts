import {
  primerBlock,
  type Rule,
  type RulebookBlock,
  type RulebookSection,
  type RuleList,
  ruleNumbers,
} from '../../rules/rulebook.ts';
import { escapePrintable } from '../html/escape-printable.ts';
import { exampleHtml, primerHtml } from '../html/primer.ts';
import { blockHtml } from '../html/render-html.ts';
import { creditLine, type PrintedRuleset, sectionTitle } from './rulebook-parts.ts';

/** A rulebook as fragments of HTML. All text is escaped, and there are no style attributes and no scripts. */
export interface RulebookHtml {
  /** For how many players, and by whom. */
  credit: string;
  /** The primer: h2 and h3. */
  primer: string;
  /** The sections for a list of contents. */
  contents: { number: string; title: string; rules: { number: string; title: string }[] }[];
  /**
   * All sections: h2 for sections, h3 for rules. Each section, rule and numbered part has its number as id (`EY-6.3`), and
   * numbers in the text are links.
   *
   * Classes: `rulebook-section`, `rule`, `rule-number`, `rule-parts`, `worked-example`, and those of `renderHtml`.
   */
  sections: string;
}

/** A rulebook for a web page. */
export function renderRulebookHtml(ruleset: PrintedRuleset): RulebookHtml {
  const { rulebook } = ruleset;
  const write = writerFor(rulebook.prefix, ruleNumbers(rulebook));
  return {
    credit: creditLine(ruleset),
    primer: primerHtml(primerBlock(rulebook.primer), { id: 'primer', level: 3, write }),
    contents: rulebook.sections.map((section) => ({
      number: section.number,
      title: sectionTitle(section),
      rules: section.rules.map(({ number, title }) => ({ number, title })),
    })),
    sections: rulebook.sections.map((section) => sectionHtml(section, write)).join(''),
  };
}

/** Turns the rule numbers in a piece of HTML into links. */
type LinkRules = (html: string) => string;

function writerFor(prefix: string, numbers: ReadonlySet<string>): LinkRules {
  const pattern = new RegExp(`\\b${prefix}-\\d+(?:\\.\\d+)*`, 'g');
  return (html) =>
    html.replace(pattern, (number) => (numbers.has(number) ? `<a href="#${number}">${number}</a>` : number));
}

function sectionHtml(section: RulebookSection, write: LinkRules): string {
  const { number, blocks, rules } = section;
  const title = escapePrintable(sectionTitle(section));
  return (
    `<section class="rulebook-section" id="${number}" aria-labelledby="${number}-title">` +
    `<h2 id="${number}-title">${title}</h2>${blocksHtml(blocks, number, write)}` +
    `${rules.map((rule) => ruleHtml(rule, write)).join('')}</section>`
  );
}

function ruleHtml({ number, title, blocks }: Rule, write: LinkRules): string {
  return (
    `<section class="rule" id="${number}" aria-labelledby="${number}-title"><h3 id="${number}-title">` +
    `<a class="rule-number" href="#${number}">${number}</a> ${escapePrintable(title)}</h3>` +
    `${blocksHtml(blocks, number, write)}</section>`
  );
}

function blocksHtml(blocks: readonly RulebookBlock[], number: string, write: LinkRules): string {
  // Ids that are no rule numbers, so that they are not turned into links.
  const id = number.toLowerCase().replaceAll('.', '-');
  return blocks.map((block, i) => oneBlockHtml(block, `${id}-${i}`, write)).join('');
}

function oneBlockHtml(block: RulebookBlock, id: string, write: LinkRules): string {
  if (block.kind === 'list') return listHtml(block, write);
  if (block.kind === 'example') return exampleHtml(block, { id, write });
  return write(blockHtml(block, id));
}

function listHtml({ items }: RuleList, write: LinkRules): string {
  if (items.every(({ number }) => number === null)) {
    return `<ul>${items.map(({ text }) => `<li>${write(escapePrintable(text))}</li>`).join('')}</ul>`;
  }
  const entries = items.map(({ number, text }) => {
    const label = `<a class="rule-number" href="#${number}">${number}</a>`;
    return `<li id="${number}">${label} ${write(escapePrintable(text))}</li>`;
  });
  return `<ol class="rule-parts">${entries.join('')}</ol>`;
}
