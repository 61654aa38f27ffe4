// Conveniences for the page on which a GM enters a paper sheet.
import { connectRows } from './sheet-rows.js';

const form = document.querySelector('#sheet');
if (form !== null) {
  connectRows(form);
  enterByKeyboard(form);
}

// The first field has the focus, and Ctrl+Enter enters the sheet from any field.
function enterByKeyboard(form) {
  const hasProblems = document.querySelector('#problems') !== null;
  const first = form.querySelector('input:not([type=hidden]), select, textarea');
  if (!hasProblems) first?.focus();
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
