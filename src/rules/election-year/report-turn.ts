import type { Block, Cell, ReportSection } from '../report.ts';
import { sharedSection } from '../report-page.ts';
import { sumSpent } from './campaigning.ts';
import { CONVENTION_TURN, LAST_TURN, LIMITS } from './data.ts';
import { dollars, figure, idCell, type Page, partyOf } from './report-words.ts';
import type { Campaigning } from './state.ts';
import { sumRaised } from './trips.ts';

/** Campaign states that stand side by side on one line of the table. */
const PER_LINE = 3;

/** EY-9.4: everyone's trips and what they raised; everyone's campaign states, money and popularity gained. */
export function doingsSection(page: Page): ReportSection | null {
  if (page.now.turn === 0) return null;
  return sharedSection('doings', `What was done on turn ${page.now.turn}`, [
    tripsTable(page),
    campaignTable(page),
  ]);
}

function tripsTable(page: Page): Block {
  const rows = page.now.players.map(({ id }): Cell[] => {
    const trips = page.now.fundraising[id] ?? [];
    const cells = padded(
      trips.map(({ state, raised }) => `${state} ${dollars(raised)}`),
      LIMITS.trips,
    );
    return [idCell(page, id), ...cells, dollars(sumRaised(trips))];
  });
  return {
    kind: 'table',
    caption: 'Fund-raising trips and what they raised',
    showCaption: true,
    columns: [
      { label: 'Id', align: 'left' },
      ...['1st trip', '2nd trip', '3rd trip'].map((label) => ({ label, align: 'left' as const })),
      { label: 'Raised', align: 'right' },
    ],
    rows,
  };
}

/** Three campaign states a line, so that twelve players with nine states each stay on a page. */
function campaignTable(page: Page): Block {
  const rows = page.now.players.flatMap(({ id }): Cell[][] => {
    const campaigning = page.now.campaigning[id] ?? [];
    const lines = inLines(campaigning.map(campaignWords));
    return lines.map((line, i): Cell[] => {
      const first = i === 0;
      return [first ? idCell(page, id) : '', ...line, first ? dollars(sumSpent(campaigning)) : ''];
    });
  });
  const state = { label: 'State: money → popularity', align: 'left' as const };
  return {
    kind: 'table',
    caption: 'Campaigning: money spent and popularity gained',
    showCaption: true,
    columns: [
      { label: 'Id', align: 'left' },
      ...Array.from({ length: PER_LINE }, () => ({ ...state })),
      { label: 'Spent', align: 'right' },
    ],
    rows,
  };
}

function campaignWords({ state, spent, gained }: Campaigning): string {
  return `${state} ${dollars(spent)} → ${figure(gained)}`;
}

/** At least one line, each filled up with blanks. */
function inLines(texts: readonly string[]): string[][] {
  const count = Math.max(1, Math.ceil(texts.length / PER_LINE));
  return Array.from({ length: count }, (_, i) =>
    padded(texts.slice(i * PER_LINE, (i + 1) * PER_LINE), PER_LINE),
  );
}

function padded(texts: readonly string[], length: number): string[] {
  return Array.from({ length }, (_, i) => texts[i] ?? (i === 0 ? 'none' : ''));
}

/** EY-9.6: press releases, each labelled with its author's identifier; what the GM holds back is left out. */
export function pressSection(page: Page): ReportSection | null {
  if (page.now.turn === 0) return null;
  const { withheld = [], released = [] } = page.header;
  const now = page.now.press.map(({ from, text }) => ({ turn: page.now.turn, from, text }));
  const earlier = released.flatMap(({ turn, seat }) =>
    (page.states[turn]?.press ?? []).flatMap(({ from, text }) =>
      from === seat ? [{ turn, from, text }] : [],
    ),
  );
  const items = [...earlier, ...now]
    .filter(({ turn, from }) => !withheld.some((ref) => ref.turn === turn && ref.seat === from))
    .map(({ from, text }) => ({ by: from, tone: partyOf(page, from), text }));
  const block: Block =
    items.length > 0
      ? { kind: 'quotes', items }
      : { kind: 'paragraph', text: 'Nobody had anything to say to the press this turn.' };
  return sharedSection('press', 'Press releases', [block]);
}

/** The dice: the commitment to their secret on the first printout, the secret itself on the last. */
export function diceSection({ header, now }: Page): ReportSection | null {
  const { commitment, secret } = header.dice;
  const blocks: Block[] = [];
  if (now.turn === 0 && commitment !== null) {
    const text =
      'The dice of this game follow from a secret. This is its SHA-256; the secret is published when the game is over, so that anyone can compute every roll again.';
    blocks.push({ kind: 'paragraph', text });
    blocks.push({ kind: 'facts', items: [{ label: 'SHA-256 of the secret', value: commitment }] });
  }
  if (now.phase === 'over' && secret !== null) {
    const items = [{ label: 'Secret', value: secret }];
    if (commitment !== null) items.push({ label: 'Its SHA-256, published at the start', value: commitment });
    blocks.push({
      kind: 'paragraph',
      text: 'With the secret of the dice anyone can compute every roll again.',
    });
    blocks.push({ kind: 'facts', items });
  }
  return blocks.length > 0 ? sharedSection('dice', 'The dice', blocks) : null;
}

/** EY-9.10: when conventions and election are held, on the first printout; reminders when they come. */
export function lastLineSection({ turn }: Page): ReportSection | null {
  const text = lastLine(turn);
  return text === null ? null : sharedSection('last-line', null, [{ kind: 'paragraph', text, strong: true }]);
}

function lastLine(turn: number | null): string | null {
  if (turn === 1) {
    return `The conventions are held at the end of turn ${CONVENTION_TURN}, the general election at the end of turn ${LAST_TURN}.`;
  }
  if (turn === CONVENTION_TURN) return 'The conventions come at the end of this turn. Name a running mate!';
  if (turn === LAST_TURN) return 'The general election comes at the end of this turn.';
  return null;
}
