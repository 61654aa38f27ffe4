/* What a form held that could not be processed, so that the next page can hold it again. */

/** The fields of a body, one entry for each value, in the order in which they were sent. */
export type PostedFields = [name: string, value: string][];

/** Fields that no page repeats: the form token, which every page makes anew, and what is entered to sign in. */
const NOT_REPEATED = new Set(['_csrf', '_account', '_code', '_passkey']);

/** The fields of a sent form that are not blank. Fields that were sent several times have several entries. */
export function postedFields(body: unknown): PostedFields {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body)
    .filter(([name]) => !NOT_REPEATED.has(name))
    .flatMap(([name, sent]) => [sent].flat().map((value): [string, unknown] => [name, value]))
    .filter((field): field is [string, string] => typeof field[1] === 'string' && field[1] !== '');
}

/** The fields that a person filled in: names that begin with `_` are for the server. */
export function typedFields(fields: PostedFields): PostedFields {
  return fields.filter(([name]) => !name.startsWith('_'));
}
