// Conveniences for the page of a sheet. The page does everything without scripts, too.
import { deleteSentDraft, saveDrafts } from './sheet-draft.js';
import { connectFacts, factsOf } from './sheet-facts.js';
import { updateFigures } from './sheet-figures.js';
import { connectMap } from './sheet-map.js';
import { connectRows } from './sheet-rows.js';

for (const box of document.querySelectorAll('[data-clear-draft]')) {
  deleteSentDraft(box.dataset.clearDraft);
}

const form = document.querySelector('#sheet');
if (form !== null) {
  updateFigures(form);
  connectRows(form);
  const facts = factsOf(form);
  if (facts !== null) connectFacts(facts);
  connectMap(form, facts);
  saveDrafts(form);
  countCharacters(form);
  document.querySelector('#problems')?.focus();
}

/** Shows the number of characters beside each text field, counted as the rules count them. */
function countCharacters(sheet) {
  for (const input of sheet.querySelectorAll('[data-max]')) {
    const max = Number(input.dataset.max);
    const counter = document.createElement('small');
    counter.className = 'counter figure';
    counter.setAttribute('aria-hidden', 'true');
    const show = () => {
      const length = [...input.value].length;
      counter.textContent = `${length} of ${max}`;
      counter.classList.toggle('is-over', length > max);
    };
    input.addEventListener('input', show);
    input.after(counter);
    show();
  }
}
