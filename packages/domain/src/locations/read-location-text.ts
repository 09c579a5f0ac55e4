import { fitLine, locationTypes } from '@key2xs/contract';
import { foldText } from '../fold-text';

/** A text is split by the first of these that occurs in it, so that "Hall / Room 1, left" has two parts. */
const separators = [/\s*[/\\]\s*/u, /\s*>\s*/u, /\s*;\s*/u, /\s+[–—]\s+/u, /\s*,\s*/u];
const maxNameLength = 100;

/** The place names in a location text, from the top down; at most as many as there are types. */
export function readLocationText(text: string): string[] {
  const separator = separators.find((one) => one.test(text)) ?? /(?!)/;
  const parts = text.split(separator).flatMap((part) => {
    const name = fitLine(part, maxNameLength).replace(/\s+/g, ' ');
    return /[\p{L}\p{N}]/u.test(name) ? [name] : [];
  });
  const maxParts = locationTypes.length;
  if (parts.length <= maxParts) return parts;
  return [...parts.slice(0, maxParts - 1), fitLine(parts.slice(maxParts - 1).join(' / '), maxNameLength)];
}

/** Equal for the same place, regardless of separators, case and spaces. */
export const locationKey = (parts: readonly string[]): string => parts.map(foldText).join(' / ');

/** Whether two location texts lead to the same place. */
export const isSameLocationText = (one: string, other: string): boolean =>
  one === other || locationKey(readLocationText(one)) === locationKey(readLocationText(other));
