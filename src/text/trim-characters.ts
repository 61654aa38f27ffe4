/*
 * Text without certain characters at its ends. A regular expression such as `/[.!]+$/` would try again at every one of them,
 * so its time would grow with the square of a long run in the middle of the text.
 */

/** The text without these characters at its beginning and its end. `characters` are single UTF-16 code units. */
export function trimCharacters(text: string, characters: string): string {
  let start = 0;
  while (start < text.length && characters.includes(text[start] as string)) start += 1;
  return trimEndCharacters(text.slice(start), characters);
}

/** The text without these characters at its end. `characters` are single UTF-16 code units. */
export function trimEndCharacters(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] as string)) end -= 1;
  return text.slice(0, end);
}
