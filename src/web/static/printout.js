// Conveniences for the pages of printouts. The pages do everything without scripts, too.
import { connectMap } from './printout-map.js';
import { connectTurns } from './printout-turns.js';

// The slider keeps a copy of the map as it came.
connectTurns();
for (const figure of document.querySelectorAll('figure.figure-map')) connectMap(figure);

/** What was folded before the page was printed. */
let folded = [];
addEventListener('beforeprint', () => {
  folded = [...document.querySelectorAll('details:not([open])')];
  for (const details of folded) details.open = true;
});
addEventListener('afterprint', () => {
  for (const details of folded) details.open = false;
});
