import { foldText } from '../fold-text';

/** And what they fold from. A name holds none of them, so that a list of names can be written as one text. */
const separators = /[;|\u037e\ufe14\ufe54\uff1b\uff5c]/;

/**
 * The groups that a text names, by the text that tells them apart, in its order: equal sets make equal lists. Of several
 * spellings the first stays. Names without any visible character are left out.
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

/** What `listGroups` reads. */
export const writeGroups = (names: Iterable<string>): string => [...names].join('; ');

/** Equal where the groups are the same, however they are spelt and ordered. */
export const groupsKey = (text: string | null | undefined): string => writeGroups(listGroups(text).keys());
