import { type Areas, en, type Translation } from './english';

const de: { [Area in keyof Areas]: () => Promise<{ texts: Translation<Areas[Area]> }> } = {
  'add-key-system': () => import('./de/add-key-system'),
  administrators: () => import('./de/administrators'),
  'change-sets': () => import('./de/change-sets'),
  connections: () => import('./de/connections'),
  cylinders: () => import('./de/cylinders'),
  dashboard: () => import('./de/dashboard'),
  diagnosis: () => import('./de/diagnosis'),
  entry: () => import('./de/entry'),
  iam: () => import('./de/iam'),
  'key-plans': () => import('./de/key-plans'),
  'key-systems': () => import('./de/key-systems'),
  'locking-plans': () => import('./de/locking-plans'),
  people: () => import('./de/people'),
  shell: () => import('./de/shell'),
  tasks: () => import('./de/tasks'),
  'work-list': () => import('./de/work-list'),
};

export const areas = { en, de };
export type Language = keyof typeof areas;
export const languages = Object.keys(areas) as Language[]; // keys of a closed const object
