/**
 * What was typed, kept through a page that knows nothing of the form: when nobody is signed in any more, or
 * the turn is over. Only names that could be fields of a sheet are kept.
 */
const FIELD = /^[A-Za-z]\w{0,39}(\[\d{1,3}\](\.[A-Za-z]\w{0,39})?)?$/;
const MAX_FIELDS = 400;

/** The fields of a sent sheet that hold something, whatever sheet it was. */
export function typedFields(body: unknown): [string, string][] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body)
    .map(([name, value]): [string, unknown] => [name, Array.isArray(value) ? value.at(-1) : value])
    .filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '')
    .filter(([name]) => FIELD.test(name))
    .slice(0, MAX_FIELDS);
}

/** The turn that a sent sheet says it is for; null where it says none. */
export function turnOfBody(body: unknown): number | null {
  const sent = (body as Record<string, unknown> | null | undefined)?._turn;
  return typeof sent === 'string' && /^[1-9]\d{0,5}$/.test(sent) ? Number(sent) : null;
}

/** Is the sent sheet marked as its player's last word? */
export function isMarkedFinal(body: unknown): boolean {
  return (body as Record<string, unknown> | null | undefined)?._final === 'yes';
}
