import type { Block, ReportSection } from '../report.ts';
import { called, sheetSectionFor } from '../report-page.ts';
import { phaseName, sheet } from './form.ts';
import { majority, outcome } from './outcome.ts';
import { countVotes } from './polls.ts';
import { everybody, handWords } from './report-campaigns.ts';
import { type Page, theParty, votesWords } from './report-words.ts';

/** MOE-9.1.1: the week, whose printout it is, and how the vote would go or went. */
export function headlineSection(page: Page): ReportSection {
  const { now } = page;
  const blocks: Block[] = [
    { kind: 'facts', items: headlineFacts(page) },
    { kind: 'paragraph', text: standingWords(page), strong: true },
    ...resultBlocks(page),
    ...diceBlocks(page),
  ];
  const title = now.phase === 'over' ? 'The result' : phaseName(now);
  return { id: 'headline', title, newPage: false, shared: false, blocks };
}

function headlineFacts({ header, turn, reader, name }: Page): { label: string; value: string }[] {
  const items = [
    { label: 'Printout for', value: reader === null ? 'the public' : `${name(reader.id)} [${reader.id}]` },
  ];
  if (reader !== null) items.push({ label: 'You lead', value: theParty(reader.party) });
  const due = turn === null ? 'the game is over' : (header.due ?? 'not set yet');
  items.push({ label: 'Sheet due', value: due });
  return items;
}

/** How the vote would go today; after the end, how it went. */
function standingWords(page: Page): string {
  const { now } = page;
  const votes = countVotes(now.polls, now.start);
  const party = majority(votes);
  if (now.phase === 'over') {
    if (party === null) return `The electoral votes: ${votesWords(votes)}. Nobody has 270: a deadlock.`;
    const leader = now.players.find((player) => player.party === party);
    const ledBy = leader === undefined ? 'the automatic opponent' : called(page, leader.id);
    return (
      `The electoral votes: ${votesWords(votes)}, 270 to win. ` +
      `The election goes to ${theParty(party)}, led by ${ledBy}.`
    );
  }
  const who = party === null ? 'Nobody would win' : `It would go to ${theParty(party)}`;
  return `If the vote were held today: ${votesWords(votes)}, 270 to win. ${who}.`;
}

function resultBlocks(page: Page): Block[] {
  const result = outcome(page.now);
  if (result === null) return [];
  return [
    {
      kind: 'table',
      caption: 'Final standings',
      showCaption: true,
      columns: [
        { label: 'Place', align: 'right' },
        { label: 'Campaign', align: 'left' },
        { label: 'Party', align: 'left' },
        { label: 'Votes', align: 'right' },
        { label: 'Result', align: 'left' },
      ],
      rows: result.standings.map((entry) => [
        String(entry.place),
        called(page, entry.id),
        { text: entry.party, tone: entry.party },
        String(entry.votes),
        entry.result,
      ]),
    },
  ];
}

/** The dice: the commitment to their secret on the first printout, the secret itself on the last. */
function diceBlocks({ header, before, now }: Page): Block[] {
  const { commitment, secret } = header.dice;
  if (now.phase === 'over' && secret !== null) {
    const items = [{ label: 'Secret of the dice', value: secret }];
    if (commitment !== null) items.push({ label: 'SHA-256 of the secret', value: commitment });
    const text = 'With the secret of the dice anyone can compute every roll of this game again.';
    return [
      { kind: 'paragraph', text },
      { kind: 'facts', items },
    ];
  }
  if (before !== null || commitment === null) return [];
  const text =
    'The dice of this game follow from a secret. This is its SHA-256; the secret itself is published when the ' +
    'game is over, so that anyone can compute every roll again.';
  return [
    { kind: 'paragraph', text },
    { kind: 'facts', items: [{ label: 'SHA-256 of the secret', value: commitment }] },
  ];
}

/** The turn in a few plain sentences. */
export function summarize(page: Page): string[] {
  const { now, reader, before } = page;
  const sentences: string[] = [];
  if (before === null) sentences.push(`The campaigns: ${everybody(page)}.`);
  sentences.push(standingWords(page));
  if (now.phase === 'over') {
    const own = outcome(now)?.standings.find((entry) => entry.id === reader?.id);
    if (own !== undefined) sentences.push(`For you the result is: ${own.result}.`);
    return sentences;
  }
  if (reader === null) return sentences;
  sentences.push(handWords(page, reader));
  const owes = sheet(now, reader.id) !== null;
  sentences.push(owes ? `${phaseName(now)} awaits your sheet.` : 'You owe no sheet this turn.');
  return sentences;
}

/** MOE-9.1.8: the coming turn's sheet to fill in by hand. */
export function sheetSection(page: Page): ReportSection | null {
  const { reader, turn } = page;
  const form = reader === null ? null : sheet(page.now, reader.id);
  if (reader === null || turn === null || form === null) return null;
  return sheetSectionFor(page, `Your turn sheet: ${phaseName(page.now)}`, form);
}
