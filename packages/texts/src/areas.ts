import { en } from './english';

/** The areas of each language. Who reads English does not load even the list of the German ones. */
export const areas = {
  en: async () => en,
  de: async () => (await import('./german')).de,
};
export type Language = keyof typeof areas;
export const languages = Object.keys(areas) as Language[]; // keys of a closed const object
