import type { SheetForm } from '../../../rules/sheet.ts';
import type { FieldOp } from '../field-op.ts';
import { Flow } from '../flow.ts';
import { layOutBlankSheet } from './blank-sheet.ts';

/** The fields of a sheet's PDF, found by laying the sheet out: those that are printed are those that are read. */
export function sheetFields(form: SheetForm): FieldOp[] {
  const flow = new Flow('letter');
  const footer = { due: null, sendTo: null, finalOrders: true, scanTo: null };
  layOutBlankSheet(flow, { kind: 'sheet', header: [], form }, footer);
  return flow.pages.flatMap(({ fields }) => fields.map(({ op }) => op));
}
