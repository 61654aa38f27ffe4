const ARTICLES = new Set(['a', 'an', 'the']);

/** From this length on, a form without digits allows one slip of the pen (PTG-2.13). */
const FORGIVING_LENGTH = 6;

/** PTG-2.12: the words of a text, in small letters from a to z and digits. */
export function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replaceAll('&', ' and ')
    .replace(/[^a-z0-9]/g, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** PTG-2.12: the words without articles, joined without spaces. */
export function norm(text: string): string {
  return words(text)
    .filter((word) => !ARTICLES.has(word))
    .join('');
}

/** PTG-2.13: whether a text matches one of the forms; one slip is forgiven in a long form without digits. */
export function matches(text: string, forms: readonly string[]): boolean {
  const given = norm(text);
  if (given === '') return false;
  return forms.some((form) => {
    const wanted = norm(form);
    if (wanted === '') return false;
    if (wanted === given) return true;
    return wanted.length >= FORGIVING_LENGTH && !/\d/.test(wanted) && isOneSlip(wanted, given);
  });
}

/** Whether one insertion, deletion or replacement of a character turns one text into the other. They are not equal. */
function isOneSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.length - short.length > 1) return false;
  let same = 0;
  while (same < short.length && short[same] === long[same]) same += 1;
  return short.length === long.length
    ? short.slice(same + 1) === long.slice(same + 1)
    : short.slice(same) === long.slice(same + 1);
}
