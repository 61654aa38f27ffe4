/** Text without what PostgreSQL cannot store, or not read again from JSON: NUL, and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * A value for a JSON column without what PostgreSQL takes there but cannot read again: `->>` fails for a whole row if a text in it
 * has NUL or half of a surrogate pair.
 */
export function readableJson<T>(value: T): T {
  const json = JSON.stringify(value);
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return value;
  return JSON.parse(json, (_key, one) => (typeof one === 'string' ? storableText(one) : one));
}

/**
 * A value for a JSON column. Prisma copies plain objects node by node, which takes longer than writing the row if they are
 * large. What is stored is the same. Null must be stored in another way: as `Prisma.JsonNull`.
 */
export function storedJson<T>(value: T): T {
  return { toJSON: () => value } as T;
}
