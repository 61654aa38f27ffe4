import type { Game } from '../../database/generated/client.ts';
import type { Paper } from '../../printouts/pdf/page.ts';
import { renderRulebookPdf } from '../../printouts/rulebook/rulebook-pdf.ts';
import { findRulesetVersion } from '../../rules/catalog.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { fileName } from './mail-headers.ts';

export interface RulebookAttachment {
  filename: string;
  content: Buffer;
  contentType: string;
}

/** The PDFs by ruleset and paper. They never change while the server runs, and making one takes a second. */
const rendered = new Map<Ruleset, Map<Paper, Promise<Buffer>>>();

/** The rules of a game as an attachment; null if the server does not have its ruleset in that version anymore. */
export async function rulebookAttachment(
  game: Pick<Game, 'ruleset' | 'rulesetVersion'>,
  paper: Paper,
): Promise<RulebookAttachment | null> {
  const ruleset = findRulesetVersion(game.ruleset, game.rulesetVersion);
  if (ruleset === undefined) return null;
  const content = await pdfOf(ruleset, paper);
  return { filename: fileName([ruleset.id, 'rules'], 'pdf'), content, contentType: 'application/pdf' };
}

function pdfOf(ruleset: Ruleset, paper: Paper): Promise<Buffer> {
  const papers = rendered.get(ruleset) ?? new Map<Paper, Promise<Buffer>>();
  rendered.set(ruleset, papers);
  const known = papers.get(paper);
  if (known !== undefined) return known;
  const pdf = renderRulebookPdf(ruleset, paper);
  papers.set(paper, pdf);
  // If it failed, the next mail tries again.
  pdf.catch(() => papers.delete(paper));
  return pdf;
}
