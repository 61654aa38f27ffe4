// The figures of the states: their table can be sorted, and shows those of one state beside the map. "Fill in" puts what
// it takes to lead a state into a row of the sheet.

/** What the page knows about the states; null if it shows no figures. */
export function factsOf(form) {
  const section = document.querySelector('[data-facts]');
  if (section === null) return null;
  const { list, listState, kindColumn, kinds } = section.dataset;
  const rows = [...section.querySelectorAll('tr[data-state]')];
  return {
    form,
    section,
    rows: new Map(rows.map((row) => [row.dataset.state, row])),
    heads: [...section.querySelectorAll('thead th')],
    status: section.querySelector('[data-facts-status]'),
    list: list === undefined ? null : { name: list, state: listState },
    kind: kindColumn === undefined ? null : { column: kindColumn, values: kinds.split(' ') },
  };
}

/** Makes the table sortable and its buttons fill in the sheet. On a narrow screen the table is closed at first. */
export function connectFacts(facts) {
  const { form, section, heads } = facts;
  if (window.matchMedia('(max-width: 40rem)').matches) section.querySelector('details').open = false;
  for (const head of heads) {
    if (head.dataset.sortAs !== undefined) makeSortable(facts, head);
  }
  section.addEventListener('click', (event) => {
    const button = event.target.closest('button[name="_fill"]');
    if (button === null) return;
    event.preventDefault();
    facts.status.textContent = fillIn(facts, button);
  });
  form.addEventListener('input', () => markRows(facts));
  markRows(facts);
}

function makeSortable(facts, head) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'sort';
  button.append(...head.childNodes);
  head.append(button);
  button.addEventListener('click', () => sortBy(facts, head));
}

/** Sorts by a column: numbers from the greatest at first, and the other way at the next click. */
function sortBy({ rows, heads }, head) {
  const isNumber = head.dataset.sortAs === 'number';
  const before = head.getAttribute('aria-sort');
  const first = isNumber ? 'descending' : 'ascending';
  const direction = before === null ? first : before === 'ascending' ? 'descending' : 'ascending';
  for (const other of heads) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', direction);
  const sign = direction === 'ascending' ? 1 : -1;
  const sortKey = (row) => row.cells[head.cellIndex].dataset.sort;
  const compare = (a, b) => {
    // States without a figure come last in both directions.
    if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1;
    return sign * (isNumber ? Number(a) - Number(b) : a.localeCompare(b, 'en'));
  };
  const sorted = [...rows.values()].sort((a, b) => compare(sortKey(a), sortKey(b)));
  sorted[0]?.parentElement.append(...sorted);
}

/** Shows the figures of a state beside the map. */
export function showFigures(facts, panel, { code, name }) {
  const row = facts.rows.get(code);
  const title = document.createElement('p');
  title.className = 'map-facts-title';
  title.textContent = `${code} ${name}`;
  panel.hidden = false;
  if (row === undefined) {
    const words = document.createElement('p');
    words.className = 'hint';
    words.textContent = 'You cannot choose this state on your sheet.';
    panel.replaceChildren(title, words);
    return;
  }
  const button = row.querySelector('button[name="_fill"]');
  if (button !== null) title.append(' ', fillButton(facts, button));
  panel.replaceChildren(title, figuresOf(facts, row));
}

function figuresOf({ heads }, row) {
  const figures = document.createElement('dl');
  for (const head of heads) {
    if (head.dataset.label === undefined) continue;
    const pair = document.createElement('div');
    const label = document.createElement('dt');
    const value = document.createElement('dd');
    label.textContent = head.dataset.label;
    value.textContent = row.cells[head.cellIndex].textContent;
    pair.append(label, value);
    figures.append(pair);
  }
  return figures;
}

function fillButton(facts, original) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second small';
  button.textContent = 'Fill in what it takes';
  button.addEventListener('click', () => {
    const words = fillIn(facts, original);
    const hint = facts.form.querySelector('[data-map-hint]');
    (hint ?? facts.status).textContent = words;
  });
  return button;
}

/** Fills in what the button of a state says, and returns what was done in words. */
function fillIn(facts, button) {
  const { form, list, kind } = facts;
  const code = button.value;
  const name = facts.rows.get(code).querySelector('.state-name').textContent;
  const wanted = wantedRow(form, button);
  const rows = rowsOf(form, list.name);
  const holds = (row, column) => row?.get(column)?.value === wanted[column];
  const own = rows.findIndex((row) => holds(row, list.state) && (kind === null || holds(row, kind.column)));
  // A row without a place for the state, or without any field, cannot be filled in.
  const takesIt = (row) => row?.has(list.state) && isBlank(row);
  const at = own === -1 ? rows.findIndex(takesIt) : own;
  if (at === -1) return `Every row is filled in. Clear one, and then fill in ${name}.`;
  for (const [column, value] of Object.entries(wanted)) put(rows[at].get(column), value);
  return `${name} is now in row ${at + 1} of your sheet.`;
}

/** What the row gets: something else if the state is already in the list that makes a difference. */
function wantedRow(form, button) {
  const row = JSON.parse(button.dataset.row);
  if (button.dataset.instead === '') return row;
  const instead = JSON.parse(button.dataset.instead);
  const entries = [...form.elements].filter((control) => control.name.startsWith(`${instead.list}[`));
  return entries.some((control) => control.value === button.value) ? instead.row : row;
}

/** The rows of a list: its controls by column. */
function rowsOf(form, list) {
  const rows = [];
  for (const control of form.elements) {
    const [, name, index, column] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(control.name) ?? [];
    if (name !== list) continue;
    rows[index] ??= new Map();
    rows[index].set(column, control);
  }
  return rows;
}

function isBlank(row) {
  return [...row.values()].every((control) =>
    control.type === 'checkbox' ? !control.checked : control.value.trim() === '',
  );
}

function put(control, value) {
  if (control === undefined) return;
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Marks the states in the table that are on the sheet. */
function markRows({ form, rows, list }) {
  if (list === null) return;
  const named = new Set(rowsOf(form, list.name).map((row) => row.get(list.state)?.value));
  for (const [code, row] of rows) row.classList.toggle('is-on-sheet', named.has(code));
}
