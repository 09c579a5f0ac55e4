import { en } from './english';

/** What is there in other languages; the rest is shown in English. */
const de: { [Area in keyof typeof en | 'entry']?: () => Promise<{ texts: object }> } = {
  'change-sets': () => import('./de/change-sets'),
  diagnosis: () => import('./de/diagnosis'),
  entry: () => import('./de/entry'),
  iam: () => import('./de/iam'),
  locations: () => import('./de/locations'),
  people: () => import('./de/people'),
  shell: () => import('./de/shell'),
  tasks: () => import('./de/tasks'),
  'work-list': () => import('./de/work-list'),
};

export const areas = { en, de };
export type Language = keyof typeof areas;
export const languages = Object.keys(areas) as Language[]; // keys of a closed const object
