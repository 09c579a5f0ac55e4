/** Unusual names from real directories, and some that should not exist, by what is unusual. */
export const oddNames: readonly (readonly [what: string, name: string])[] = [
  ['emoji', 'Tilda 👩🏽‍🚒 Quill'],
  ['combining marks', 'Zoe\u0308 Fennimo\u0301re'],
  ['right-to-left override', 'Odo \u202Egnp.exe'],
  ['NUL', 'Wim\u0000Marsk'],
  ['lone surrogate', 'Runa \uD83D Dravec'],
  ['ten thousand characters', 'Y'.repeat(10_000)],
  ['empty', ''],
  ['blanks only', ' \u00A0\u2003 '],
  ['line breaks', 'Ulf\r\nVesna'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['formula', '=1+1'],
  ['zero-width signs', 'Hal\u200B\u2060\uFEFF Marsk'],
];

const named = ['displayName', 'givenName', 'surname', 'department', 'jobTitle'];

/** Replaces the names in an item by an unusual one, chosen by its position. */
export function withOddName(item: Record<string, unknown>, place: number): Record<string, unknown> {
  const [, name = ''] = oddNames[place % oddNames.length] ?? [];
  return { ...item, ...Object.fromEntries(named.flatMap((key) => (key in item ? [[key, name]] : []))) };
}
