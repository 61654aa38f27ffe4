/** The most lines of a paragraph that can be a greeting with a name. */
const MAX_CLOSING_LINES = 3;

/**
 * The last paragraphs of free text that are not meant as a part of it: a greeting with a name, a postscript, and how to reach the
 * sender. Many mail programs add such lines without a mark above them.
 * @param after the lines, with an empty one above each paragraph
 */
export function closingOf(after: readonly string[]): readonly string[] {
  const contact = after.findIndex(isContact);
  if (contact < 0) return greetingOf(after);
  const blank = after.lastIndexOf('', contact);
  const above = after.slice(0, Math.max(blank, 0));
  return after.slice(above.length - greetingOf(above).length);
}

/** Whether a line has an e-mail address, or one that was hidden, or a telephone number. */
function isContact(line: string): boolean {
  return /[^\s@]@[^\s@]|\[address hidden\]/.test(line) || /\d(?:[ ()./-]{0,2}\d){8}/.test(line);
}

function greetingOf(after: readonly string[]): readonly string[] {
  const postscript = after.findIndex((line, i) => after[i - 1] === '' && /^p\.?\s?s\b/i.test(line));
  if (postscript >= 0) return after.slice(postscript);
  let from = after.length;
  for (;;) {
    const blank = after.lastIndexOf('', from - 1);
    const paragraph = after.slice(blank + 1, from);
    if (blank < 0 || from === 0 || paragraph.length > MAX_CLOSING_LINES || !paragraph.every(isClosing))
      return after.slice(from);
    from = blank;
  }
}

function isClosing(line: string): boolean {
  return line.length <= 40 && line.split(/\s+/).length <= 4 && !/[.!?…:;"”)]$/.test(line);
}
