import { describe, expect, test } from 'vitest';
import { STATES } from '../../../src/rules/country.ts';
import { electionYear } from '../../../src/rules/election-year/index.ts';
import type { State } from '../../../src/rules/election-year/state.ts';
import type { Block, Report } from '../../../src/rules/report.ts';
import type { SeatIdentifier } from '../../../src/rules/ruleset.ts';
import { blocksOf, sectionOf, textOf } from '../report-blocks.ts';
import { headerOf, playedGame, seatsOf } from './games.ts';

const SIZES = [4, 6, 12];
/** Printouts by the number of turns processed before them: those of turns 1, 3 and 4, and the last. */
const PRINTOUTS = [0, 2, 3, 6];
const games = new Map(SIZES.map((count) => [count, playedGame(count, 6)]));

function reportOf(count: number, turns: number, seat: SeatIdentifier | null): Report {
  const states = (games.get(count) as State[]).slice(0, turns + 1);
  return electionYear.report({ header: headerOf(count, turns === 6), states }, seat);
}

const everyPrintout = SIZES.flatMap((count) => PRINTOUTS.map((turns) => ({ count, turns })));

describe('the sections of a printout (EY-9)', () => {
  const mine = (turns: number) => reportOf(6, turns, 'AA').sections.map(({ id }) => id);

  test('are in the order of the rules on the first printout', () => {
    expect(mine(0)).toEqual([
      ...[
        'top',
        'personal',
        'players',
        'directory',
        'preference',
        'states',
        'map',
        'dice',
        'last-line',
        'sheet',
      ],
    ]);
  });

  test('are in the order of the rules on later printouts, with the press releases on the first page', () => {
    const first = ['top', 'press', 'personal', 'outlook', 'players', 'changes', 'activity'];
    const rest = ['states', 'map', 'chart'];
    expect(mine(1)).toEqual([...first, ...rest, 'sheet']);
    expect(mine(2)).toEqual([...first, ...rest, 'last-line', 'sheet']);
    expect(mine(3)).toEqual([...first, 'nominees', ...rest, 'sheet']);
    expect(mine(4)).toEqual([...first, 'nominees', ...rest, 'sheet']);
    expect(mine(5)).toEqual([...first, 'nominees', ...rest, 'last-line', 'sheet']);
    const last = first.filter((id) => id !== 'outlook');
    expect(mine(6)).toEqual([...last, 'nominees', 'election', ...rest, 'story', 'dice']);
  });

  test('leave out the player’s own on the public’s printout', () => {
    for (const { count, turns } of everyPrintout) {
      const theirs = reportOf(count, turns, null).sections.map(({ id }) => id);
      const own = reportOf(count, turns, 'AA').sections.map(({ id }) => id);
      expect(theirs).toEqual(own.filter((id) => !['personal', 'outlook', 'sheet'].includes(id)));
    }
  });

  test('start a new page for what changed, for the states and for the sheet', () => {
    const pages = reportOf(12, 3, 'AA').sections.filter(({ newPage }) => newPage);
    expect(pages.map(({ id }) => id)).toEqual(['changes', 'states', 'sheet']);
  });
});

describe('secrets', () => {
  test('are not in what others read: cash and income make no difference there', () => {
    for (const { count, turns } of everyPrintout) {
      const states = (games.get(count) as State[]).slice(0, turns + 1);
      const other = states.map((state) => {
        const copy = structuredClone(state);
        for (const player of copy.players.slice(1)) Object.assign(player, { cash: 987_654, income: 123_456 });
        return copy;
      });
      const header = headerOf(count, turns === 6);
      const [first] = electionYear.seatIdentifiers(states[0] as State) as [string];
      for (const seat of [null, first]) {
        const printed = JSON.stringify(electionYear.report({ header, states }, seat));
        expect(JSON.stringify(electionYear.report({ header, states: other }, seat))).toBe(printed);
      }
    }
  });

  test('are in the printout of the seat they belong to', () => {
    const state = (games.get(6) as State[])[2] as State;
    for (const { id, cash } of state.players) {
      const figures = blocksOf(reportOf(6, 2, id), 'facts').flatMap(({ items }) => items);
      expect(figures).toContainEqual({ label: 'Campaign funds', value: `$${cash}` });
    }
  });

  test('of the dice are published when the game is over, not before', () => {
    const secret = 'beef'.repeat(16);
    expect(JSON.stringify(reportOf(6, 6, null))).toContain(secret);
    const header = { ...headerOf(6), dice: { commitment: 'c0ffee'.repeat(10), secret } };
    const states = (games.get(6) as State[]).slice(0, 6);
    expect(JSON.stringify(electionYear.report({ header, states }, null))).not.toContain(secret);
    expect(JSON.stringify(reportOf(6, 0, null))).toContain('c0ffee'.repeat(10));
    expect(JSON.stringify(reportOf(6, 1, null))).not.toContain('c0ffee');
  });

  test('include account numbers of others and addresses that are not published', () => {
    const printed = JSON.stringify(reportOf(6, 0, 'AA'));
    expect(printed).toContain('#10468');
    for (const other of ['10470', '10471', '10472', '10473']) expect(printed).not.toContain(other);
    const addresses = blocksOf(reportOf(6, 0, null), 'table').find(({ caption }) =>
      caption.includes('reach'),
    );
    const words = new Map(addresses?.rows.map(([, name, address]) => [name, address]));
    expect(words.get('Ann Baker')).toBe('ann@example.org');
    expect(words.get('Zoë Łukasiewicz')).toBe('computer candidate');
    expect(words.get('Seán Ó Briain')).toBe('not published');
  });
});

describe('shared sections', () => {
  test('are the same for every reader of the turn, the public included', () => {
    for (const { count, turns } of everyPrintout) {
      const shared = (seat: SeatIdentifier | null) =>
        reportOf(count, turns, seat).sections.filter((section) => section.shared && section.id !== 'players');
      const theirs = JSON.stringify(shared(null));
      for (const { identifier } of seatsOf(count)) expect(JSON.stringify(shared(identifier))).toBe(theirs);
    }
  });

  test('are all but the top, the personal figures and race, the other players and the sheet', () => {
    const own = reportOf(6, 3, 'AA').sections.filter(({ shared }) => !shared);
    expect(own.map(({ id }) => id)).toEqual(['top', 'personal', 'outlook', 'players', 'sheet']);
  });
});

describe('every table', () => {
  test('has a caption, and as many cells in each row as columns', () => {
    for (const { count, turns } of everyPrintout) {
      for (const { caption, columns, rows } of blocksOf(reportOf(count, turns, 'AA'), 'table')) {
        expect(caption).not.toBe('');
        for (const row of rows) expect(row, caption).toHaveLength(columns.length);
      }
    }
  });
});

describe('the content of the sections', () => {
  test('has account, name and due date at the top (EY-9.1)', () => {
    expect(sectionOf(reportOf(6, 3, 'AA'), 'top').blocks).toEqual([
      {
        kind: 'facts',
        items: [
          { label: 'Account', value: '#10468' },
          { label: 'Player', value: 'Ann Baker' },
          { label: 'Turn 4 sheet due', value: 'Fri, Mar 3, 2028, 6:00 PM EST' },
        ],
      },
    ]);
    expect(reportOf(6, 3, 'BBB').reader).toEqual({
      identifier: 'BBB',
      name: 'Zoë Łukasiewicz',
      account: null,
    });
  });

  test('shows line by line how cash changed, with the right sum (EY-9.2)', () => {
    for (const { identifier } of seatsOf(12)) {
      const table = blocksOf(reportOf(12, 4, identifier), 'table').find(({ caption }) =>
        caption.includes('funds'),
      );
      const figures = (table?.rows ?? []).map((row) => {
        return Number(textOf(row[1]).replace('−', '-').replace(/[$,]/g, ''));
      });
      expect(figures).toHaveLength(6);
      expect(figures.slice(0, 5).reduce((a, b) => a + b, 0)).toBe(figures[5]);
    }
  });

  test('lists the other candidates without the reader (EY-9.3)', () => {
    const ids = (seat: SeatIdentifier | null) => {
      const [table] = sectionOf(reportOf(6, 2, seat), 'players').blocks;
      return table?.kind === 'table' ? table.rows.map(([cell]) => textOf(cell)).sort() : [];
    };
    expect(ids('AA')).toEqual(['BBB', 'CC', 'DDD', 'EE', 'FFF']);
    expect(ids(null)).toHaveLength(6);
  });

  test('lists all trips and all campaigning of everyone (EY-9.4)', () => {
    const state = (games.get(12) as State[])[3] as State;
    const [trips, campaigning] = sectionOf(reportOf(12, 3, null), 'activity').blocks;
    const cells = (block: Block | undefined) => (block?.kind === 'table' ? block.rows.flat() : []);
    for (const player of state.players) {
      for (const trip of state.fundraising[player.id] ?? []) {
        expect(cells(trips)).toContain(`${trip.state} $${trip.raised}`);
      }
      for (const { state: code, spent, gained } of state.campaigning[player.id] ?? []) {
        expect(cells(campaigning)).toContain(`${code} $${spent} → ${gained}`);
      }
    }
    const shown = cells(campaigning).filter((cell) => typeof cell === 'string' && cell.includes('→'));
    expect(shown).toHaveLength(Object.values(state.campaigning).flat().length);
  });

  test('shows each candidate’s ballots, who is out and who is nominated (EY-9.5)', () => {
    const { conventions, players } = (games.get(12) as State[])[3] as State;
    const tables = blocksOf(reportOf(12, 3, null), 'table', 'nominees');
    for (const [i, party] of (['D', 'R'] as const).entries()) {
      const table = tables[i];
      const convention = conventions?.[party];
      if (table?.kind !== 'table' || convention === undefined) throw new Error('no ballots');
      expect(table.rows).toHaveLength(players.filter((player) => player.party === party).length);
      for (const [b, { votes, eliminated }] of convention.ballots.entries()) {
        for (const row of table.rows) {
          const id = textOf(row[0]);
          const cast = votes[id];
          expect(row[2 + b]).toBe(
            cast === undefined ? '–' : id === eliminated ? `${cast} out` : String(cast),
          );
        }
      }
      const nominated = table.rows.filter((row) => row.at(-1) === 'nominated');
      expect(nominated.map(([cell]) => textOf(cell))).toEqual([convention.president]);
    }
  });

  test('quotes press releases word for word with their authors (EY-9.6)', () => {
    const [quotes] = blocksOf(reportOf(6, 1, null), 'quotes');
    expect(quotes?.items).toHaveLength(6);
    expect(quotes?.items).toContainEqual({
      by: 'AA',
      tone: expect.stringMatching(/^[DR]$/),
      text: 'AA speaks on turn 1.',
    });
  });

  test('lists the states by name with popularity, leaders and the asterisk, and marks what changed (EY-9.7)', () => {
    const [before, state] = (games.get(12) as State[]).slice(3, 5) as [State, State];
    const [table] = sectionOf(reportOf(12, 4, 'AA'), 'states').blocks;
    if (table?.kind !== 'table') throw new Error('no table');
    const names = table.rows.map(([name]) => String(name));
    expect(names).toEqual(STATES.map(({ name }) => name).sort());
    for (const { code, name, electoralVotes, donation } of STATES) {
      const row = table.rows[names.indexOf(name)] as unknown[];
      expect(row.slice(1, 4)).toEqual([code, String(electoralVotes), String(donation)]);
      const figures = state.players.map(({ id }) => {
        const popularity = state.popularity[code][id] ?? 0;
        const text = popularity === 0 ? '' : popularity.toLocaleString('en-US');
        return popularity > (before.popularity[code][id] ?? 0) ? { text: `↑${text}`, strong: true } : text;
      });
      expect(row.slice(4, 16)).toEqual(figures);
      const { D, R, overall } = state.leaders[code];
      const marked = (id: string, earlier: string) =>
        expect.objectContaining({ text: `${id === overall ? '*' : ''}${id}${id === earlier ? '' : '↑'}` });
      const { D: formerD, R: formerR } = before.leaders[code];
      expect(row.slice(16)).toEqual([marked(D, formerD), marked(R, formerR)]);
    }
  });

  test('draws the map in three strengths, and the bar against 270 (EY-9.8)', () => {
    const state = (games.get(6) as State[])[4] as State;
    const [map, bar] = sectionOf(reportOf(6, 4, null), 'map').blocks;
    if (map?.kind !== 'map' || bar?.kind !== 'bar') throw new Error('no map');
    for (const { code } of STATES) {
      const { D, R, overall } = state.leaders[code];
      const margin = Math.abs((state.popularity[code][D] ?? 0) - (state.popularity[code][R] ?? 0));
      const strength = margin === 0 ? 1 : margin < 100 ? 3 : 5;
      expect(map.states[code]).toMatchObject({ strength, label: overall, tone: overall === D ? 'D' : 'R' });
    }
    expect(map.legend).toHaveLength(6);
    expect(bar).toMatchObject({ total: 538, mark: { value: 270 } });
    expect(bar.parts.map(({ value }) => value)).toEqual([state.partyVotes.D, state.partyVotes.R]);
  });

  test('has no chart before turn 2, one of players before turn 4, and one of parties after (EY-9.9)', () => {
    expect(blocksOf(reportOf(6, 0, null), 'chart')).toEqual([]);
    const before = blocksOf(reportOf(6, 2, null), 'chart')[0];
    expect(before?.labels).toEqual(['Start', 'Turn 1', 'Turn 2']);
    expect(before?.series).toHaveLength(6);
    const later = blocksOf(reportOf(6, 6, null), 'chart')[0];
    expect(later?.series.map(({ label }) => label)).toEqual(['Democrats', 'Republicans']);
    for (const { values } of later?.series ?? []) expect(values).toHaveLength(7);
  });

  test('has a last line on printouts 1, 3 and 6 (EY-9.10)', () => {
    const lines = [0, 1, 2, 3, 4, 5, 6].map((turns) => {
      const section = reportOf(6, turns, null).sections.find(({ id }) => id === 'last-line');
      return section?.blocks[0]?.kind === 'paragraph' ? section.blocks[0].text : null;
    });
    expect(lines[0]).toMatch(/conventions.*turn 3.*general election.*turn 6/);
    expect(lines[2]).toMatch(/conventions are held at the end of this turn/);
    expect(lines[5]).toMatch(/general election is held at the end of this turn/);
    expect([lines[1], lines[3], lines[4], lines[6]]).toEqual([null, null, null, null]);
  });

  test('has the sheet with its header filled in (EY-9.11)', () => {
    const [sheet] = blocksOf(reportOf(6, 2, 'AA'), 'sheet');
    expect(sheet?.header).toEqual([
      { label: 'Game', value: 'EY-12' },
      { label: 'Turn', value: '3' },
      { label: 'Identifier', value: 'AA' },
      { label: 'Account', value: '#10468' },
      { label: 'Name', value: 'Ann Baker' },
    ]);
    expect(sheet?.form).toEqual(electionYear.sheet((games.get(6) as State[])[2] as State, 'AA'));
  });
});

describe('the masthead and summary', () => {
  test('name turn and phase', () => {
    const subtitles = [0, 1, 2, 3, 4, 5, 6].map((turns) => reportOf(6, turns, null).subtitle);
    expect(subtitles).toEqual([
      'Turn 1 of 6 — the primaries',
      'Turn 2 of 6 — the primaries',
      'Turn 3 of 6 — the conventions',
      'Turn 4 of 6 — the general campaign',
      'Turn 5 of 6 — the general campaign',
      'Turn 6 of 6 — the general election',
      'The result',
    ]);
    expect(reportOf(6, 6, 'AA')).toMatchObject({
      title: 'Election Year',
      game: 'EY-12',
      turn: null,
      due: null,
    });
  });

  test('sum the turn up in sentences, with figures of the reader only', () => {
    const state = (games.get(6) as State[])[2] as State;
    const player = state.players.find(({ id }) => id === 'AA');
    const mine = reportOf(6, 2, 'AA').summary.join(' ');
    expect(mine).toContain(`You now have $${player?.cash} in campaign funds`);
    expect(reportOf(6, 2, null).summary.join(' ')).not.toContain('campaign funds');
    for (const { turns } of everyPrintout) {
      for (const sentence of reportOf(4, turns, 'AA').summary) expect(sentence).toMatch(/[.!]$/);
    }
    expect(reportOf(6, 6, 'AA').summary[0]).toMatch(/is elected president\.$/);
    expect(reportOf(6, 6, 'AA').summary[2]).toMatch(/^You finish [1-6](st|nd|rd|th): [a-z ]+\.$/);
  });

  test('treat an unknown seat as the public', () => {
    expect(reportOf(4, 2, 'ZZ')).toEqual(reportOf(4, 2, null));
  });
});
