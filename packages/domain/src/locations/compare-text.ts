import { isSameLocationText } from './read-location-text';

/** How a cylinder came to its place. */
export type PlacedCylinder = {
  id: string;
  /** The location text as read last. */
  text: string;
  placed_by: 'hand' | 'text' | null;
  /** The text it was placed for, or kept in its place against. */
  placed_text: string | null;
};

/**
 * What a reading means for where a cylinder stands. `new`: its text may propose a place. `respelled`: the text leads where
 * it led. `differs`: somebody has to decide. `settled`: nothing to do, and so for whatever was placed by hand.
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
