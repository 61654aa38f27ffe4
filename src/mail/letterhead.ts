/**
 * The first line of every mail of the server, in its text and in its HTML, where it stands once more above all that is hidden. A reply
 * that quotes a mail contains this line, however the mail program quotes. No one else's words stand above it.
 */
export const LETTERHEAD = '★ Whistlestop ★';
