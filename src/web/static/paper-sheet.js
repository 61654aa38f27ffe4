// Conveniences for the page on which a GM enters a paper sheet.
import { connectRows } from './sheet-rows.js';

const form = document.querySelector('#sheet');
if (form !== null) connectRows(form);
