/**
 * The rules that a text cites, dotted numbers only, because an undotted one could be a game (`EY-12`). Numbers that follow
 * count: `EY-6.5, 6.6`, `MOE-2.9 to 2.14`.
 */
export function citationsIn(text: string, prefix: string): string[] {
  const pattern = new RegExp(
    `\\b${prefix}-(\\d+(?:\\.\\d+)+)((?:(?:, | and | to |–)\\d+(?:\\.\\d+)+)*)`,
    'g',
  );
  return [...text.matchAll(pattern)].flatMap(([, first = '', more = '']) => [
    `${prefix}-${first}`,
    ...(more.match(/\d+(?:\.\d+)+/g) ?? []).map((number) => `${prefix}-${number}`),
  ]);
}
