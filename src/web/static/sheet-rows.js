// Ranked rows: they can be moved, removed and added, and only as many are shown as are needed. The rows keep their names
// and numbers; what moves is what is filled in.
import { connectDragging } from './sheet-drag.js';

/** Makes the ranked lists of a sheet movable. */
export function connectRows(form) {
  for (const box of form.querySelectorAll('[data-ranked]')) connectList(form, box);
}

function connectList(form, box) {
  const list = {
    form,
    rows: [...box.querySelectorAll('[data-row]')],
    status: box.querySelector('[data-ranked-status]'),
    /** How many rows are shown. */
    shown: Number(box.dataset.usual),
    add: addButton(),
  };
  box.classList.add('has-scripts');
  box.append(list.add);
  list.add.addEventListener('click', () => {
    list.shown += 1;
    refresh(list);
    controlsOf(list.rows[list.shown - 1])[0].focus();
  });
  box.addEventListener('click', (event) => {
    const button = event.target.closest('button[data-move]');
    if (button === null) return;
    event.preventDefault();
    press(list, button);
  });
  for (const button of box.querySelectorAll('button[data-move]')) button.hidden = false;
  connectDragging(list.rows, (from, to) => move(list, from, to));
  form.addEventListener('input', () => refresh(list));
  refresh(list);
}

function addButton() {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second small';
  button.textContent = 'Add a row';
  return button;
}

/** Does what a button of a row says. The focus follows the row, so that it can be moved on with the same key. */
function press(list, button) {
  const from = list.rows.indexOf(button.closest('[data-row]'));
  const { move: act } = button.dataset;
  if (act === 'remove') return remove(list, from);
  const to = act === 'up' ? from - 1 : from + 1;
  if (to < 0 || to >= list.shown) {
    list.status.textContent = `Row ${from + 1} is ${to < 0 ? 'first' : 'last'} already.`;
    return;
  }
  move(list, from, to);
  list.rows[to].querySelector(`button[data-move="${act}"]`).focus();
}

/** Moves what is in a row to another one. The rows between them make room. */
function move(list, from, to) {
  const name = nameOf(list.rows[from]);
  const contents = list.rows.map(contentOf);
  contents.splice(to, 0, ...contents.splice(from, 1));
  fill(list, contents);
  list.status.textContent = `${name === '' ? `Row ${from + 1}` : name} is now row ${to + 1}.`;
}

/** Clears a row. Later rows move up, and one row less is shown. */
function remove(list, at) {
  const name = nameOf(list.rows[at]);
  const contents = list.rows.map(contentOf);
  contents.push(...contents.splice(at, 1).map(({ cells }) => ({ cells: cells.map(() => ''), open: false })));
  list.shown = Math.max(1, list.shown - 1);
  fill(list, contents);
  list.status.textContent = `Row ${at + 1}${name === '' ? '' : `, ${name},`} was removed.`;
  controlsOf(list.rows[Math.min(at, list.shown - 1)])[0].focus();
}

/** What is in a row: the values of its controls in order, and whether its folded columns are open. */
function contentOf(row) {
  const cells = controlsOf(row).map((control) => {
    if (control.type === 'checkbox') return control.checked ? 'yes' : '';
    return control.value;
  });
  return { cells, open: row.querySelector('details')?.open ?? false };
}

function fill(list, contents) {
  const changed = [];
  for (const [i, { cells, open }] of contents.entries()) {
    for (const [at, control] of controlsOf(list.rows[i]).entries()) {
      if (put(control, cells[at])) changed.push(control);
    }
    const details = list.rows[i].querySelector('details');
    if (details !== null) details.open = open;
  }
  list.form.dispatchEvent(new Event('input', { bubbles: true }));
  for (const control of changed) control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Sets a control, and returns whether that changed it. A choice that only another row offers is taken over. */
function put(control, value) {
  if (control.type === 'checkbox') {
    const changed = control.checked !== (value !== '');
    control.checked = value !== '';
    return changed;
  }
  if (control.value === value) return false;
  if (control instanceof HTMLSelectElement && ![...control.options].some((one) => one.value === value)) {
    control.add(new Option(`${value} (as you sent it)`, value));
  }
  control.value = value;
  return true;
}

function controlsOf(row) {
  return [...row.querySelectorAll('select, input')];
}

/** What the first column of a row says: `CA California`; '' if it is blank. */
function nameOf(row) {
  const [first] = controlsOf(row);
  if (first.value === '') return '';
  return (first.selectedOptions?.[0]?.textContent ?? first.value).split(' · ')[0].trim();
}

/** Shows as many rows as are needed, and what is filled in of their folded columns. */
function refresh(list) {
  const last = list.rows.findLastIndex((row) => contentOf(row).cells.some((cell) => cell.trim() !== ''));
  list.shown = Math.min(list.rows.length, Math.max(list.shown, last + 1));
  for (const [i, row] of list.rows.entries()) {
    row.hidden = i >= list.shown;
    const summary = row.querySelector('[data-row-summary]');
    const words = summaryOf(row);
    if (summary.textContent !== words) summary.textContent = words;
  }
  list.add.hidden = list.shown === list.rows.length;
}

/** `Before 1, Hold`, as the server writes it. */
function summaryOf(row) {
  return [...row.querySelectorAll('.ranked-fields .control')]
    .flatMap((control) => {
      const input = control.querySelector('select, input');
      const label = control.querySelector('[data-label]').textContent;
      if (input.type === 'checkbox') return input.checked ? [label] : [];
      return input.value.trim() === '' ? [] : [`${label} ${input.value.trim()}`];
    })
    .join(', ');
}
