import type { SearchHit } from '@key2xs/contract';

/** One line of the palette. */
export type PaletteItem = {
  key: string;
  title: string;
  subtitle?: string;
  /** Further words by which it is found. */
  words?: string;
  /** What does the same elsewhere: `?`. */
  shortcut?: string;
  /** About one record among several: shown only when something was typed. */
  isOfRecord?: true;
  hit?: SearchHit;
  choose: () => void;
};
export type PaletteGroup = { title: string; items: PaletteItem[] };

/** Every word that was typed is somewhere in it. */
export function matches({ title, words = '' }: Pick<PaletteItem, 'title' | 'words'>, typed: string): boolean {
  const all = `${title} ${words}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
