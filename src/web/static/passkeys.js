// Forms that need a passkey: gets the options from the server, asks the authenticator, and sends the form with the result.
import '/assets/webauthn/index.umd.min.js';

const { browserSupportsWebAuthn, startAuthentication, startRegistration } = globalThis.SimpleWebAuthnBrowser;

/** What to do next, by the name of the error that the browser gives. */
const ADVICE = {
  NotAllowedError: 'The passkey was not used: it was canceled, or it took too long. Try again.',
  InvalidStateError: 'This device already has a passkey of this account. Use another device.',
  SecurityError:
    'The browser allows no passkeys at this address. Open the page at the server’s usual address.',
};

for (const form of document.querySelectorAll('form[data-passkey]')) prepare(form);

function prepare(form) {
  const button = form.querySelector('[data-passkey-button]');
  form.querySelector('[data-passkey-waiting]').hidden = true;
  if (!browserSupportsWebAuthn()) {
    show(form, 'problem', 'This browser does not support passkeys. Use another browser or device.');
    return;
  }
  button.disabled = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.disabled) return;
    button.disabled = true;
    show(form, 'problem', '');
    show(form, 'status', 'Follow the instructions of your browser.');
    try {
      form.elements._passkey.value = JSON.stringify(await askAuthenticator(form));
      form.submit();
    } catch (error) {
      show(
        form,
        'problem',
        ADVICE[error?.name] ?? error?.message ?? 'The passkey could not be used. Try again.',
      );
      show(form, 'status', '');
      button.disabled = false;
      button.focus();
    }
  });
  // The page may come back from the browser's memory after it was sent.
  window.addEventListener('pageshow', () => {
    button.disabled = false;
    show(form, 'status', '');
  });
}

async function askAuthenticator(form) {
  const optionsJSON = await optionsFor(form);
  if (form.dataset.passkey === 'create') {
    const created = await startRegistration({ optionsJSON });
    // The server checked the security code when it gave the options.
    for (const field of form.querySelectorAll('input[type="password"]')) field.value = '';
    return created;
  }
  return startAuthentication({ optionsJSON });
}

async function optionsFor(form) {
  const body = new URLSearchParams();
  const sent = ['_csrf', ...(form.dataset.send ?? '').split(' ')];
  for (const name of sent) if (form.elements[name]) body.set(name, form.elements[name].value);
  const response = await fetch(form.dataset.options, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body,
  }).catch(() => null);
  if (response === null)
    throw new Error('The server could not be reached. Check your connection and try again.');
  const answer = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer;
  throw new Error(answer?.error?.message ?? 'The server could not do this. Reload the page and try again.');
}

function show(form, what, text) {
  const element = form.querySelector(`[data-passkey-${what}]`);
  element.textContent = text;
  element.hidden = text === '';
}
