// Running totals and remarks beside the fields, asked from the server while the sheet is being filled in.

const PAUSE = 350;

/** Keeps totals, notes and remarks up to date. Problems are shown only where something was changed. */
export function watchFigures(form) {
  const live = form.querySelector('[data-live]');
  const touched = new Set();
  for (const said of form.querySelectorAll('[data-said]')) {
    if (said.querySelector('.problem, .advice') !== null) touched.add(said.dataset.said);
  }
  let timer = 0;
  let asking = new AbortController();

  const ask = async () => {
    asking.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(form.dataset.check, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(new FormData(form)),
        signal: asking.signal,
      });
      const told = await answer.json();
      if (answer.ok) show(form, live, told, touched);
      else live.textContent = told.error?.message ?? 'The figures could not be brought up to date.';
    } catch (error) {
      if (error.name !== 'AbortError') live.textContent = 'The figures could not be brought up to date.';
    }
  };
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  };
  form.addEventListener('input', later);
  form.addEventListener('change', (event) => {
    for (const path of pathsUp(event.target.name ?? '')) touched.add(path);
    later();
  });
}

/** A path and all above it: `plan[2].spend`, `plan[2]`, `plan`. */
function pathsUp(path) {
  const paths = [];
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.'), at.lastIndexOf('[')))) {
    paths.push(at);
  }
  return paths;
}

function show(form, live, told, touched) {
  showTotals(form.querySelector('[data-totals]'), told.totals);
  const shown = told.problems.filter((problem) => touched.has(problem.field));
  for (const said of form.querySelectorAll('[data-said]')) {
    const path = said.dataset.said;
    const at = (remark) => remark.field === path;
    const problems = shown.filter(at).map((problem) => problem.message);
    const advice = touched.has(path) ? told.advice.filter(at).map((one) => one.message) : [];
    const notes = told.notes.filter(at).map((note) => note.text);
    said.replaceChildren(
      ...[...new Set(problems)].map((text) => remark('problem', text, 'Problem: ')),
      ...[...new Set(advice)].map((text) => remark('advice', text, 'Advice: ')),
      ...[...new Set(notes)].map((text) => remark('note', text, '')),
    );
    markInvalid(form, path, problems.length > 0);
  }
  tell(live, told, shown.length);
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

/** The visible words count the problems; those who listen are told the totals too. */
function tell(live, told, problems) {
  const count = problems === 0 ? '' : problems === 1 ? 'One problem so far.' : `${problems} problems so far.`;
  const totals = told.totals.map(({ label, text, over }) => `${label}: ${text}${over ? `, ${over}` : ''}.`);
  const words = `${totals.join(' ')} ${count}`;
  if (live.dataset.told === words) return;
  live.dataset.told = words;
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
