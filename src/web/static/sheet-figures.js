// Totals and remarks beside the fields, requested from the server while the sheet is being filled in.

/** Milliseconds after the last change before the server is asked. */
const DELAY = 350;
const NOT_UPDATED = 'The figures could not be updated.';

/** Keeps totals, notes and remarks up to date. Problems are shown only beside fields that were changed. */
export function updateFigures(form) {
  const live = form.querySelector('[data-live]');
  const touched = new Set();
  for (const remarks of form.querySelectorAll('[data-remarks]')) {
    if (remarks.querySelector('.problem, .advice') !== null) touched.add(remarks.dataset.remarks);
  }
  let timer = 0;
  let pending = new AbortController();

  const requestCheck = async () => {
    pending.abort();
    pending = new AbortController();
    try {
      const response = await fetch(form.dataset.check, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
        signal: pending.signal,
      });
      const result = await response.json();
      if (response.ok) show(form, live, result, touched);
      else live.textContent = result.error?.message ?? NOT_UPDATED;
    } catch (error) {
      if (error.name !== 'AbortError') live.textContent = NOT_UPDATED;
    }
  };
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(requestCheck, DELAY);
  };
  form.addEventListener('input', schedule);
  form.addEventListener('change', (event) => {
    for (const path of pathsUp(event.target.name ?? '')) touched.add(path);
    schedule();
  });
}

/** A path and those above it: `plan[2].spend`, `plan[2]`, `plan`. */
function pathsUp(path) {
  const paths = [];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')))) {
    paths.push(at);
  }
  return paths;
}

function show(form, live, result, touched) {
  showTotals(form.querySelector('[data-totals]'), result.totals);
  const shown = result.problems.filter((problem) => touched.has(problem.field));
  for (const remarks of form.querySelectorAll('[data-remarks]')) {
    const path = remarks.dataset.remarks;
    const at = (remark) => remark.field === path;
    const problems = shown.filter(at).map((problem) => problem.message);
    const advice = touched.has(path) ? result.advice.filter(at).map((one) => one.message) : [];
    const notes = result.notes.filter(at).map((note) => note.text);
    remarks.replaceChildren(
      ...[...new Set(problems)].map((text) => remark('problem', text, 'Problem: ')),
      ...[...new Set(advice)].map((text) => remark('advice', text, 'Advice: ')),
      ...[...new Set(notes)].map((text) => remark('note', text, '')),
    );
    markInvalid(form, path, problems.length > 0);
  }
  announce(live, result, shown.length);
}

function remark(kind, text, lead) {
  const line = document.createElement('p');
  line.className = kind;
  if (lead !== '') line.append(spoken(lead));
  line.append(text);
  return line;
}

function spoken(text) {
  const span = document.createElement('span');
  span.className = 'spoken';
  span.textContent = text;
  return span;
}

function markInvalid(form, path, invalid) {
  const control = form.elements.namedItem(path);
  if (control === null || !(control instanceof HTMLElement)) return;
  if (invalid) control.setAttribute('aria-invalid', 'true');
  else control.removeAttribute('aria-invalid');
  control.closest('.control')?.classList.toggle('has-problem', invalid);
}

/** Shows the number of problems. Screen readers get the totals, too. */
function announce(live, result, problems) {
  const count = problems === 0 ? '' : problems === 1 ? '1 problem so far.' : `${problems} problems so far.`;
  const totals = result.totals.map(({ label, text, over }) => `${label}: ${text}${over ? `, ${over}` : ''}.`);
  const words = `${totals.join(' ')} ${count}`;
  if (live.dataset.announced === words) return;
  live.dataset.announced = words;
  live.replaceChildren(spoken(`${totals.join(' ')} `), count);
}

function showTotals(list, totals) {
  list.replaceChildren(
    ...totals.map(({ label, text, over, percent }) => {
      const total = element('div', `total${over ? ' is-over' : ''}`);
      const value = element('dd', '');
      value.append(element('span', 'figure', text));
      if (over) value.append(' ', element('strong', 'too-much', over));
      if (percent !== null) {
        const bar = document.createElement('progress');
        bar.max = 100;
        bar.value = percent;
        bar.setAttribute('aria-hidden', 'true');
        value.append(bar);
      }
      total.append(element('dt', '', label), value);
      return total;
    }),
  );
}

function element(name, className, text = '') {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.textContent = text;
  return made;
}
