import type { SheetForm } from '../../rules/sheet.ts';
import { fieldAnchors, linkedRemarks, nearestPath } from './field-anchors.ts';
import { type TotalView, totalView } from './total-view.ts';
import type { LinkedRemark, Validation } from './view-model.ts';

/** A remark for the script of the page. `field` is the path to show it at, or '' if it belongs to no field. */
interface Remark extends LinkedRemark {
  field: string;
}

/** What the script of the page receives while a sheet is being filled in. */
export interface CheckResponse {
  problems: Remark[];
  advice: Remark[];
  totals: TotalView[];
  notes: { field: string; text: string }[];
}

/** A validation for the script of the page. */
export function checkResponse(form: SheetForm, validation: Validation): CheckResponse {
  const anchors = fieldAnchors(form);
  const withField = (remarks: Validation['problems']): Remark[] =>
    linkedRemarks(anchors, remarks).map((linked, i) => ({
      ...linked,
      field: nearestPath(anchors, remarks[i]?.field ?? ''),
    }));
  return {
    problems: withField(validation.problems),
    advice: withField(validation.advice),
    totals: validation.tally.totals.map(totalView),
    notes: validation.tally.notes.map(({ field, text }) => ({ field: nearestPath(anchors, field), text })),
  };
}
