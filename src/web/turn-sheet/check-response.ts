import type { SheetForm } from '../../rules/sheet.ts';
import { fieldAnchors, nearestPath } from './field-labels.ts';
import { linkedRemarks } from './sheet-view.ts';
import { type TotalView, totalView } from './units.ts';
import type { LinkedRemark, Validation } from './view-model.ts';

/** A remark for the page's script: `field` is the place of the page to show it at, or ''. */
interface Remark extends LinkedRemark {
  field: string;
}

/** What the page's script is told while a sheet is being filled in. */
export interface CheckResponse {
  problems: Remark[];
  advice: Remark[];
  totals: TotalView[];
  notes: { field: string; text: string }[];
}

/** A judgement for the page's script. */
export function checkResponse(form: SheetForm, judgement: Validation): CheckResponse {
  const places = fieldAnchors(form);
  const placed = (remarks: Validation['problems']): Remark[] =>
    linkedRemarks(places, remarks).map((linked, i) => ({
      ...linked,
      field: nearestPath(places, remarks[i]?.field ?? ''),
    }));
  return {
    problems: placed(judgement.problems),
    advice: placed(judgement.advice),
    totals: judgement.tally.totals.map(totalView),
    notes: judgement.tally.notes.map(({ field, text }) => ({ field: nearestPath(places, field), text })),
  };
}
