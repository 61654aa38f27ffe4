import { signed } from '../../numbers.ts';
import type { Cell, Column, ReportSection } from '../../report.ts';
import { sharedSection } from '../../report-builder.ts';
import { CHARACTERS } from '../characters.ts';
import { findPlayer, inRoundOrder, starterOf } from '../state.ts';
import { characterInWords, type ReportContext } from './context.ts';

/** EB-9.3: the starting player of every round, and the order of play in the coming one. */
export function trackSection({ now }: ReportContext): ReportSection | null {
  if (now.phase !== 'round') return null;
  const rounds = Array.from({ length: now.rounds }, (_, i) => i + 1);
  const columns: Column[] = ['Round', ...rounds.map(String)].map((label) => ({ label, align: 'left' }));
  const row: Cell[] = [
    'Starts',
    ...rounds.map((round) => ({ text: starterOf(now.players, round), strong: round === now.round + 1 })),
  ];
  const order = inRoundOrder(now.players, now.round + 1).map(({ id }) => id);
  return sharedSection('track', 'The rounds', [
    { kind: 'table', caption: 'Who starts each round', showCaption: false, columns, rows: [row] },
    { kind: 'paragraph', text: `Order of play in round ${now.round + 1}: ${order.join(', ')}.` },
  ]);
}

/**
 * EB-9.4: all candidates, with the change of their votes since the last round; on the first printout, their addresses. Null
 * at the end, when the standings name their characters.
 */
export function candidatesSection(context: ReportContext): ReportSection | null {
  const { now, before, header } = context;
  if (now.phase === 'over') return null;
  const isFirst = before === null;
  const labels = ['ID', 'Name', 'Character', 'Color', 'Staffers', 'Town halls', 'Ads', 'Ballots', 'Votes'];
  const columns = [...labels, 'States', 'Change', ...(isFirst ? ['Address'] : [])].map(
    (label, i): Column => ({ label, align: i < 4 || i > 10 ? 'left' : 'right' }),
  );
  const rows = now.players.map((player): Cell[] => {
    const seat = header.seats.find(({ identifier }) => identifier === player.id);
    const address = seat?.opponent === true ? 'played by the computer' : (seat?.address ?? 'not published');
    const earlier = before === null ? undefined : findPlayer(before, player.id);
    return [
      { text: player.id, strong: true },
      context.name(player.id),
      characterInWords(player),
      player.character === null ? '' : CHARACTERS[player.character].color,
      ...[player.staffers, player.town, player.ads, player.ballots, player.votes, player.states].map(String),
      earlier === undefined ? '' : signed(player.votes - earlier.votes),
      ...(isFirst ? [address] : []),
    ];
  });
  const title = 'The candidates';
  const note =
    'Town halls, Ads, Ballots: the banks. Change: of electoral votes since the last printout. Players are in the order in ' +
    'which they sit.';
  return sharedSection('candidates', title, [
    { kind: 'table', caption: title, showCaption: false, columns, rows, note },
  ]);
}
