// An unsent sheet is kept in this browser, and offered again after a mishap. It is cleared when a sheet has arrived.

/** Forgets the draft of a sheet. */
export function forgetDraft(key) {
  withStorage((storage) => storage.removeItem(key));
}

/** Keeps what is typed, and offers what was kept before if it differs from what the page shows. */
export function keepDraft(form) {
  const key = form.dataset.draft;
  withStorage((storage) => forgetOlder(storage, key, Number(form.dataset.draftFrom)));
  const kept = withStorage((storage) => storage.getItem(key));
  const draft = readDraft(kept);
  if (draft !== null && JSON.stringify(draft.values) !== JSON.stringify(valuesOf(form))) {
    if (document.querySelector('#problems') === null) offer(form, key, draft);
  }
  form.addEventListener('input', () => {
    const text = JSON.stringify({ at: Date.now(), values: valuesOf(form) });
    withStorage((storage) => storage.setItem(key, text));
  });
  // Whoever signs out here leaves nothing behind.
  document.querySelector('form[action="/sign-out"]')?.addEventListener('submit', () => forgetDraft(key));
}

function valuesOf(form) {
  const entries = [...new FormData(form)].filter(([name, value]) => !name.startsWith('_') && value !== '');
  return Object.fromEntries(entries);
}

function readDraft(text) {
  try {
    const draft = JSON.parse(text ?? 'null');
    return typeof draft?.values === 'object' && typeof draft.at === 'number' ? draft : null;
  } catch {
    return null;
  }
}

function offer(form, key, draft) {
  const box = document.createElement('div');
  box.className = 'box';
  const when = new Date(draft.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  const words = document.createElement('p');
  words.textContent = `This browser keeps a draft of ${when} that was never sent.`;
  const actions = document.createElement('p');
  actions.className = 'actions';
  actions.append(
    button('Bring it back', () => {
      fill(form, draft.values);
      box.remove();
    }),
    button('Throw it away', () => {
      forgetDraft(key);
      box.remove();
    }),
  );
  box.append(words, actions);
  form.before(box);
}

function button(text, act) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'second';
  made.textContent = text;
  made.addEventListener('click', act);
  return made;
}

function fill(form, values) {
  for (const control of form.elements) {
    if (control.name === '' || control.name.startsWith('_') || control.type === 'submit') continue;
    const value = values[control.name] ?? '';
    if (control.type === 'checkbox') control.checked = value !== '';
    else control.value = value;
  }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Drafts of the same seat for turns before `from` are of no use any more. */
function forgetOlder(storage, key, from) {
  const [site, game, , seat] = key.split(':');
  for (const other of Object.keys(storage)) {
    const parts = other.split(':');
    const same = parts[0] === site && parts[1] === game && parts[3] === seat;
    if (same && Number(parts[2]) < from) storage.removeItem(other);
  }
}

/** Browsers may forbid storage, or be full: then there are no drafts. */
function withStorage(use) {
  try {
    return use(window.localStorage) ?? null;
  } catch {
    return null;
  }
}
