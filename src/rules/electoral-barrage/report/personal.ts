import { ordinal } from '../../numbers.ts';
import type { Block, Facts, ReportSection } from '../../report.ts';
import { diceSecretBlocks, nameAndIdentifier, turnSheetSection } from '../../report-builder.ts';
import { CHARACTERS } from '../characters.ts';
import { phaseName, sheet } from '../form.ts';
import type { Player, State } from '../state.ts';
import { characterInWords, placeNow, type ReportContext } from './context.ts';
import { recordOf, sixthsInWords } from './record.ts';

/** EB-9.1: whose printout it is, the round, and when the sheet is due. */
export function topSection(context: ReportContext): ReportSection {
  const { reader, now, account } = context;
  const number = reader === null ? null : account(reader.id);
  const items = [
    { label: 'Printout for', value: reader === null ? 'the public' : nameAndIdentifier(context, reader.id) },
    ...(number === null ? [] : [{ label: 'Account', value: `#${number}` }]),
    { label: 'Turn', value: phaseName(now) },
    { label: 'Sheet due', value: dueInWords(context) },
  ];
  const blocks: Block[] = [{ kind: 'facts', items }, ...diceSecretBlocks(context)];
  return { id: 'top', title: null, newPage: false, shared: false, blocks };
}

function dueInWords({ turn, reader, now, header }: ReportContext): string {
  if (turn === null) return 'the game is over';
  if (reader !== null && !now.owing.includes(reader.id)) return 'you owe none';
  return header.due ?? 'not set yet';
}

/** EB-9.2: the reader's character, staffers and banks; before the choice, both cards. Null at the end. */
export function campaignSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  if (reader === null || now.phase === 'over') return null;
  const blocks = [...cardBlocks(reader), figures(context, reader)];
  return {
    id: 'campaign',
    title: 'Your campaign',
    newPage: false,
    shared: false,
    blocks,
  };
}

function cardBlocks({ character, dealt }: Player): Block[] {
  if (character !== null) {
    const { title, color, ability } = CHARACTERS[character];
    return [{ kind: 'paragraph', text: `${title} (${color}). ${ability}` }];
  }
  const rows = dealt.map((code) => {
    const { title, color, ability } = CHARACTERS[code];
    return [{ text: title, strong: true }, color, ability];
  });
  return [
    { kind: 'paragraph', text: 'Choose one of your two cards on the sheet. The other one is out.' },
    {
      kind: 'table',
      caption: 'Your cards',
      showCaption: false,
      columns: [
        { label: 'Card', align: 'left' },
        { label: 'Color', align: 'left' },
        { label: 'Ability', align: 'left' },
      ],
      rows,
    },
  ];
}

function figures({ now }: ReportContext, reader: Player): Block {
  return {
    kind: 'facts',
    items: [
      { label: 'Character', value: characterInWords(reader) },
      { label: 'Staffers', value: String(reader.staffers) },
      { label: 'Town hall tokens', value: String(reader.town) },
      { label: 'Attack-ads tokens', value: String(reader.ads) },
      { label: 'Absentee ballots', value: String(reader.ballots) },
      { label: 'Electoral votes', value: String(reader.votes) },
      { label: 'Place', value: ordinal(placeNow(now, reader)) },
      ...luckItems(now, reader),
    ],
  };
}

/** How many of the reader's attempts succeeded in the last round, and how many would without bonuses on average. */
function luckItems(now: State, { id }: Player): Facts['items'] {
  const { rolls, successes, expectedSixths } = recordOf([now], id);
  if (rolls === 0) return [];
  const value = `${successes} of ${rolls} (${sixthsInWords(expectedSixths)} is usual)`;
  return [{ label: 'Successes last round', value }];
}

/** EB-9.13: the sheet of the open turn, on a page of its own. */
export function sheetSection(context: ReportContext): ReportSection | null {
  const { reader, now } = context;
  const form = reader === null ? null : sheet(now, reader.id);
  return form === null ? null : turnSheetSection(context, `Your turn sheet: ${phaseName(now)}`, form);
}
