// Conveniences for the page on which a GM enters a paper sheet.
import { connectRows } from './sheet-rows.js';

const form = document.querySelector('#sheet');
if (form !== null) {
  connectRows(form);
  enterByKeyboard(form);
}

// The list of problems or else the first field has the focus, and Ctrl+Enter enters the sheet from any field.
function enterByKeyboard(form) {
  const first = form.querySelector('input:not([type=hidden]), select, textarea');
  (document.querySelector('#problems') ?? first)?.focus();
  form.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    form.requestSubmit();
  });
}
