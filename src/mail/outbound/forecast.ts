import { guessSheet } from '../../games/sheets/guess-sheet.ts';
import { previewSheet } from '../../games/sheets/sheet-view.ts';
import { createInTurn } from '../../in-turn.ts';
import { fieldLabel } from '../../rules/field-label.ts';
import { grouped, withUnit } from '../../rules/numbers.ts';
import type { SheetForm, Total } from '../../rules/sheet.ts';
import type { ComposeDeps, FullDelivery } from './composer.ts';
import type { MailBlock } from './mail-view.ts';
import { seatNow } from './mailed-sheet.ts';

/** How many guesses for receipts wait for others. With more, a receipt goes out without one. */
const MAX_WAITING = 20;

/** The most notes that are listed. */
const MAX_NOTES = 12;

class Busy extends Error {}

/** A guess plays a turn, in some games many times: one at a time, with time left between them. */
const guessInTurn = createInTurn({ waiting: MAX_WAITING, busy: () => new Busy() });

/**
 * What the sheet of a receipt costs, what each line of it does, and a guess at the turn, made from what its seat may see.
 * Empty for a refused sheet, and if its turn is no longer open.
 */
export async function forecastBlocks(
  deps: ComposeDeps,
  delivery: FullDelivery,
  form: SheetForm | null,
): Promise<MailBlock[]> {
  const { sheet } = delivery;
  const own = await seatNow(deps, delivery);
  if (own === null || sheet === null || form === null) return [];
  if (sheet.outcome !== 'standing' || own.game.turn !== sheet.turn) return [];
  const { totals, notes } = previewSheet(own, sheet.raw).tally;
  const lines = notes.slice(0, MAX_NOTES).map(({ field, text }) => withLabel(fieldLabel(form, field), text));
  return [
    ...list('What it costs and uses', totals.map(totalInWords)),
    ...list('What its lines do', lines),
    ...(await guessBlocks(() => guessSheet(own, sheet.raw, null))),
  ];
}

function withLabel(label: string, text: string): string {
  return label === '' ? text : `${label}: ${text}`;
}

/** `Campaign money: $120 of $512` */
function totalInWords({ label, value, limit, unit }: Total): string {
  if (limit === null) return `${label}: ${withUnit(value, unit)}`;
  const amount = unit === 'dollars' ? withUnit(value, unit) : grouped(value);
  return `${label}: ${amount} of ${withUnit(limit, unit)}`;
}

async function guessBlocks(make: () => ReturnType<typeof guessSheet>): Promise<MailBlock[]> {
  const guess = await guessInTurn(make).catch((error: unknown) => {
    if (error instanceof Busy) return null;
    throw error;
  });
  if (!guess?.ok) return [];
  return list(`A guess, not a promise: ${guess.basis}`, guess.sentences);
}

function list(heading: string, items: string[]): MailBlock[] {
  return items.length === 0 ? [] : [{ kind: 'list', heading, items }];
}
