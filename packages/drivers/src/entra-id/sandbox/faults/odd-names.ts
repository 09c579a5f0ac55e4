/** Names that directories have held, and some that none should: by what is odd about them. */
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

/** The names in an item as one of those; which one follows from its place. */
export function oddly(item: Record<string, unknown>, place: number): Record<string, unknown> {
  const [, name = ''] = oddNames[place % oddNames.length] ?? [];
  return { ...item, ...Object.fromEntries(named.flatMap((key) => (key in item ? [[key, name]] : []))) };
}
