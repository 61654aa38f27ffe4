// Below each text that can be long, a chooser for a file that is read into the text. The file is read by the browser and sent
// with the form like everything that is typed. Without scripts people paste the text.
for (const text of document.querySelectorAll('[data-file]')) text.after(fileChooser(text));

function fileChooser(text) {
  const chooser = document.createElement('input');
  chooser.type = 'file';
  chooser.id = `${text.id}-file`;
  chooser.accept = '.txt,.json,text/plain,application/json';
  const label = document.createElement('label');
  label.htmlFor = chooser.id;
  label.textContent = text.dataset.file;
  const status = document.createElement('small');
  status.setAttribute('role', 'status');
  chooser.addEventListener('change', async () => {
    const [file] = chooser.files;
    if (file === undefined) return;
    const most = Number(text.getAttribute('maxlength'));
    // A character has at most four bytes.
    const read = file.size <= 4 * most ? await file.text() : null;
    if (read === null || [...read].length > most) {
      status.textContent = `This file is too long. It may have ${most.toLocaleString('en-US')} characters.`;
      return;
    }
    text.value = read;
    status.textContent = `${file.name} has been read into the text above. Check it, and create the game.`;
  });
  const all = document.createElement('div');
  all.append(label, chooser, status);
  return all;
}
