import { isSameLocationText } from './read-location-text';

/** How a cylinder got its place. */
export type PlacedCylinder = {
  id: string;
  /** The location text of the last read. */
  text: string;
  placed_by: 'hand' | 'text' | null;
  /** The text by which it was placed, or despite which its place was confirmed. */
  placed_text: string | null;
};

/**
 * What a read location text means for the place of a cylinder. `new`: the text may propose a place. `respelled`: it leads to
 * the same place as before. `differs`: needs a decision. `settled`: nothing to do, always so for cylinders placed by hand.
 */
export function compareText({
  text,
  placed_by,
  placed_text,
}: PlacedCylinder): 'new' | 'settled' | 'respelled' | 'differs' {
  if (text.trim() === '' || placed_by === 'hand') return 'settled';
  if (placed_by === null) return 'new';
  if (placed_text === null || placed_text === text) return 'settled';
  return isSameLocationText(placed_text, text) ? 'respelled' : 'differs';
}
