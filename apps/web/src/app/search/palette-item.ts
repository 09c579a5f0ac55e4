import type { SearchHit } from '@key2xs/contract';

/** One line of the palette. */
export type PaletteItem = {
  key: string;
  title: string;
  subtitle?: string;
  /** Further words it can be found by. */
  words?: string;
  /** The equivalent keyboard shortcut: `?`. */
  shortcut?: string;
  /** One record among several: shown only when something was typed. */
  isOfRecord?: true;
  hit?: SearchHit;
  choose: () => void;
};
export type PaletteGroup = { title: string; items: PaletteItem[] };

/** Whether it contains every typed word. */
export function matches({ title, words = '' }: Pick<PaletteItem, 'title' | 'words'>, typed: string): boolean {
  const all = `${title} ${words}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
