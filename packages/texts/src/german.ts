import type { Areas, Translation } from './english';

/** The same areas in German, and that which stands ready in English. An area or a text that is missing does not compile. */
export const de: { [Area in keyof Areas]: () => Promise<{ texts: Translation<Areas[Area]> }> } = {
  'add-key-system': () => import('./de/add-key-system'),
  administrators: () => import('./de/administrators'),
  'change-sets': () => import('./de/change-sets'),
  connections: () => import('./de/connections'),
  cylinders: () => import('./de/cylinders'),
  dashboard: () => import('./de/dashboard'),
  diagnosis: () => import('./de/diagnosis'),
  drift: () => import('./de/drift'),
  entry: () => import('./de/entry'),
  iam: () => import('./de/iam'),
  'key-plans': () => import('./de/key-plans'),
  'key-systems': () => import('./de/key-systems'),
  'locking-plans': () => import('./de/locking-plans'),
  locations: () => import('./de/locations'),
  people: () => import('./de/people'),
  'plan-check': () => import('./de/plan-check'),
  'plan-versions': () => import('./de/plan-versions'),
  shell: () => import('./de/shell'),
  tasks: () => import('./de/tasks'),
  'work-list': () => import('./de/work-list'),
};
