import { numberWord } from '../../numbers.ts';
import type { Block, Cell, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier } from '../../report-builder.ts';
import { seatsOwing } from '../owing.ts';
import { phaseName } from '../phase-name.ts';
import type { State } from '../state.ts';
import { plainTable, type ReportContext } from './context.ts';

/** PTG-9.1: whose printout it is, the turn, when the sheet is due, the order, and how many campaign turns are left. */
export function topSection(context: ReportContext): ReportSection {
  const { reader, now } = context;
  const items = [
    { label: 'Printout for', value: reader === null ? 'the public' : nameAndIdentifier(context, reader.id) },
    { label: 'Turn', value: phaseName(now) },
    { label: 'Sheet due', value: dueInWords(context) },
    ...turnsLeft(now),
  ];
  const blocks: Block[] = [{ kind: 'facts', items }];
  if (now.phase === 'campaign' || now.phase === 'closing') {
    const cells: Cell[] = now.order.map((id) => ({ text: id, strong: id === reader?.id }));
    const labels = ['', ...now.order.map((_, i) => String(i + 1))];
    blocks.push(plainTable('The order of this turn', labels, [['Order', ...cells]]));
  }
  if (isLastCampaignTurn(now)) {
    blocks.push({
      kind: 'paragraph',
      text: 'This is the last campaign turn. Speed Play follows.',
      strong: true,
    });
  }
  blocks.push(...diceSecretBlocks(context));
  return { id: 'top', title: null, newPage: false, shared: false, blocks };
}

function dueInWords({ header, reader, now, turn }: ReportContext): string {
  if (turn === null) return 'the game is over';
  if (reader !== null && !seatsOwing(now).includes(reader.id)) return 'you owe none';
  return header.due ?? 'not set yet';
}

function isLastCampaignTurn({ phase, round, settings }: State): boolean {
  return phase === 'campaign' && round + 1 === settings.turnLimit;
}

function turnsLeft({ phase, round, settings }: State): { label: string; value: string }[] {
  if (phase !== 'campaign' && phase !== 'home') return [];
  const left = settings.turnLimit - round;
  return [
    { label: 'Campaign turns left', value: phase === 'home' ? numberWord(left) : `${left}, with this one` },
  ];
}
