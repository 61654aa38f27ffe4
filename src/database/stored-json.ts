/**
 * A value for a JSON column. Prisma copies plain objects node by node, which takes longer than writing the row if they are
 * large. What is stored is the same. Null must be stored in another way: as `Prisma.JsonNull`.
 */
export function storedJson<T>(value: T): T {
  return { toJSON: () => value } as T;
}
