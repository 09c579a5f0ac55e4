/** A text as a pattern that finds it, for JavaScript and for PostgreSQL. */
export const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
