/** For jsonb, which cannot keep every text that JSON can. */
export const storableJson = (content: object): string =>
  JSON.stringify(content, (_, value) => (typeof value === 'string' ? storable(value) : value));

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Without NUL and halves of surrogate pairs. */
export const storable = (text: string): string => text.replace(unstorable, '\uFFFD');
