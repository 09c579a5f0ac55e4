import { foldText } from '../fold-text';

/** Semicolon and bar, and the characters that fold to them. Not allowed in names, so that a list fits into one text. */
const separators = /[;|\u037e\ufe14\ufe54\uff1b\uff5c]/;

/**
 * The groups in a text by their folded names, in the order of those: equal sets make equal lists. The first of several
 * spellings wins. Skips names without visible characters.
 */
export function listGroups(text: string | null | undefined): Map<string, string> {
  if (!text) return new Map();
  const names = new Map<string, string>();
  for (const part of text.split(separators)) {
    const name = part.trim();
    const key = foldText(name);
    if (key !== '' && !names.has(key)) names.set(key, name);
  }
  return new Map([...names].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Inverse of `listGroups`. */
export const writeGroups = (names: Iterable<string>): string => [...names].join('; ');

/** Equal for the same groups, regardless of spelling and order. */
export const groupsKey = (text: string | null | undefined): string => writeGroups(listGroups(text).keys());
