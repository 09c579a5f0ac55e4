/** For jsonb, which cannot store every JSON string. */
export const storableJson = (content: object): string =>
  JSON.stringify(content, (_, value) => (typeof value === 'string' ? storable(value) : value));

const unstorable = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Replaces NUL and lone surrogates. */
export const storable = (text: string): string => text.replace(unstorable, '\uFFFD');
