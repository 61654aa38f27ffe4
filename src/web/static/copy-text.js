// A button below each text that is there to be copied. Without scripts, or if the clipboard is not available, people
// copy it by hand.
for (const text of document.querySelectorAll('[data-copy]')) {
  if (navigator.clipboard) text.after(...copyButton(text));
}

function copyButton(text) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'second small';
  button.textContent = text.dataset.copy;
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  status.className = 'copied';
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      status.textContent = ' Copied.';
    } catch {
      text.select();
      status.textContent = ' The text is selected. Copy it with your keyboard or menu.';
    }
  });
  return [button, status];
}
