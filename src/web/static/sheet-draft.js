// Drafts: an unsent sheet is saved in this browser and can be restored. The draft is deleted when the sheet was sent.

/** Deletes the draft of a sheet that this tab has just sent, but not what was typed since: the page may be opened again at any time. */
export function deleteSentDraft(key) {
  const sent = withStorage((storage) => storage.getItem(key), 'sessionStorage');
  if (sent === null) return;
  withStorage((storage) => storage.getItem(key) === sent && storage.removeItem(key));
  forgetSent(key);
}

function deleteDraft(key) {
  withStorage((storage) => storage.removeItem(key));
}

/** Notes what is sent, for the page that says that it has come in. */
function noteSent(key) {
  const draft = withStorage((storage) => storage.getItem(key));
  if (draft !== null) withStorage((storage) => storage.setItem(key, draft), 'sessionStorage');
}

function forgetSent(key) {
  withStorage((storage) => storage.removeItem(key), 'sessionStorage');
}

/** Saves a draft after each change, and offers an earlier draft if it differs from what the page shows. */
export function saveDrafts(form) {
  const key = form.dataset.draft;
  // Here the form is shown again, so what was sent from it before has not come in, or its draft is deleted by now.
  forgetSent(key);
  withStorage((storage) => deleteOlderDrafts(storage, key, Number(form.dataset.draftFrom)));
  const draft = readDraft(withStorage((storage) => storage.getItem(key)));
  if (draft !== null && JSON.stringify(draft.values) !== JSON.stringify(valuesOf(form))) {
    if (document.querySelector('#problems') === null) offerDraft(form, key, draft);
  }
  form.addEventListener('input', () => {
    const text = JSON.stringify({ at: Date.now(), values: valuesOf(form) });
    withStorage((storage) => storage.setItem(key, text));
  });
  form.addEventListener('submit', ({ submitter }) => {
    // Other buttons only check the sheet or try it.
    if (!submitter?.hasAttribute('formaction')) noteSent(key);
  });
  // Nothing stays in the browser after signing out.
  document.querySelector('form[action="/sign-out"]')?.addEventListener('submit', () => deleteDraft(key));
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

function offerDraft(form, key, draft) {
  const box = document.createElement('div');
  box.className = 'box';
  const when = new Date(draft.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  const words = document.createElement('p');
  words.textContent = `This browser has an unsent draft from ${when}.`;
  const actions = document.createElement('p');
  actions.className = 'actions';
  actions.append(
    button('Restore draft', () => {
      fill(form, draft.values);
      box.remove();
    }),
    button('Delete draft', () => {
      deleteDraft(key);
      box.remove();
    }),
  );
  box.append(words, actions);
  (form.closest('.sheet-frame') ?? form).before(box);
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
    if (value !== '') control.closest('details')?.setAttribute('open', '');
  }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Deletes the drafts of the same seat for turns before `from`. */
function deleteOlderDrafts(storage, key, from) {
  const [site, game, , seat] = key.split(':');
  for (const other of Object.keys(storage)) {
    const parts = other.split(':');
    const same = parts[0] === site && parts[1] === game && parts[3] === seat;
    if (same && Number(parts[2]) < from) storage.removeItem(other);
  }
}

/** Returns null if the browser forbids storage or it is full. Then there are no drafts. */
function withStorage(use, kind = 'localStorage') {
  try {
    return use(window[kind]) ?? null;
  } catch {
    return null;
  }
}
