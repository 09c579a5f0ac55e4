import type { texts as entry } from './en/entry';

/**
 * The texts of each area, fetched with the first screen that needs them; only those of `entry` stand ready. A new area is
 * one line here. The file exports one const object, `texts`. What several areas say is once in `word` and `counted` of `entry`.
 */
export const en = {
  access: () => import('./en/access'),
  'add-key-system': () => import('./en/add-key-system'),
  administrators: () => import('./en/administrators'),
  'change-sets': () => import('./en/change-sets'),
  connections: () => import('./en/connections'),
  cylinders: () => import('./en/cylinders'),
  dashboard: () => import('./en/dashboard'),
  diagnosis: () => import('./en/diagnosis'),
  drift: () => import('./en/drift'),
  'entra-setup': () => import('./en/entra-setup'),
  iam: () => import('./en/iam'),
  'key-plans': () => import('./en/key-plans'),
  'key-systems': () => import('./en/key-systems'),
  locations: () => import('./en/locations'),
  'locking-plans': () => import('./en/locking-plans'),
  matrix: () => import('./en/matrix'),
  palette: () => import('./en/palette'),
  'password-reset': () => import('./en/password-reset'),
  people: () => import('./en/people'),
  'plan-check': () => import('./en/plan-check'),
  'plan-matrix': () => import('./en/plan-matrix'),
  'plan-statistics': () => import('./en/plan-statistics'),
  'plan-versions': () => import('./en/plan-versions'),
  'plan-wizard': () => import('./en/plan-wizard'),
  profile: () => import('./en/profile'),
  'rule-editor': () => import('./en/rule-editor'),
  shell: () => import('./en/shell'),
  source: () => import('./en/source'),
  tasks: () => import('./en/tasks'),
  timetable: () => import('./en/timetable'),
  week: () => import('./en/week'),
  'work-list': () => import('./en/work-list'),
};

/** Every area's texts in English, which say what there is to translate. */
export type Areas = { [Area in keyof typeof en]: Awaited<ReturnType<(typeof en)[Area]>>['texts'] } & {
  entry: typeof entry;
};

/** A translation of an area has the same names, and other words. */
export type Translation<Texts> = {
  [Name in keyof Texts]: Texts[Name] extends string ? string : Translation<Texts[Name]>;
};
