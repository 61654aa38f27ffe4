// A checkbox below the fields for security codes that shows what is typed. Without scripts, codes stay hidden.
for (const form of document.forms) {
  const fields = [...form.querySelectorAll('input[type="password"]')];
  const send = form.querySelector('button:not([type="button"])');
  if (fields.length > 0 && send !== null) send.before(checkboxFor(form, fields));
}

function checkboxFor(form, fields) {
  const box = document.createElement('input');
  box.type = 'checkbox';
  // Otherwise some browsers check it again when the page is reloaded.
  box.autocomplete = 'off';
  const label = document.createElement('label');
  label.className = 'tick';
  label.append(box, fields.length === 1 ? ' Show code' : ' Show codes');
  const update = () => {
    for (const field of fields) field.type = box.checked ? 'text' : 'password';
  };
  box.addEventListener('change', update);
  // Browsers offer what was sent in fields for text to everyone who uses them later.
  form.addEventListener('submit', () => {
    box.checked = false;
    update();
  });
  return label;
}
