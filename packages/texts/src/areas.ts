import { en } from './english';

/** What is there in other languages; the rest is shown in English. */
const de: { [Area in keyof typeof en | 'entry']?: () => Promise<{ texts: object }> } = {
  entry: () => import('./de/entry'),
  people: () => import('./de/people'),
  shell: () => import('./de/shell'),
};

export const areas = { en, de };
export type Language = keyof typeof areas;
export const languages = Object.keys(areas) as Language[]; // keys of a closed const object
