// Comforts for the turn sheet. Without this script the page does everything too.
import { forgetDraft, keepDraft } from './sheet-draft.js';
import { watchFigures } from './sheet-figures.js';
import { enlivenMap } from './sheet-map.js';

for (const receipt of document.querySelectorAll('[data-clear-draft]')) {
  forgetDraft(receipt.dataset.clearDraft);
}

const form = document.querySelector('#sheet');
if (form !== null) {
  watchFigures(form);
  enlivenMap(form);
  keepDraft(form);
  countCharacters(form);
  document.querySelector('#problems')?.focus();
}

/** Beside each line of text: how many characters are left, counted as the rules count them. */
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
