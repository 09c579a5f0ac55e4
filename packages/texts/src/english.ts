import type { texts as entry } from './en/entry';

/**
 * The texts of each area, fetched with the first screen that needs them; only those of `entry` stand ready. A new area is
 * one line here. The file exports one const object, `texts`. What several areas say is once in `word` and `counted` of `entry`.
 */
export const en = {
  'access-events': () => import('./en/app/access-events'),
  'access-reviews': () => import('./en/access/access-reviews'),
  access: () => import('./en/access/access'),
  'add-key-system': () => import('./en/key-systems/add-key-system'),
  administrators: () => import('./en/app/administrators'),
  'audit-actions': () => import('./en/app/audit-actions'),
  'api-tokens': () => import('./en/app/api-tokens'),
  'change-sets': () => import('./en/key-systems/change-sets'),
  connections: () => import('./en/sources/connections'),
  cylinders: () => import('./en/key-systems/cylinders'),
  dashboard: () => import('./en/app/dashboard'),
  developers: () => import('./en/app/developers'),
  diagnosis: () => import('./en/key-systems/diagnosis'),
  drift: () => import('./en/key-systems/drift'),
  'entra-setup': () => import('./en/providers/entra-id/set-up'),
  generator: () => import('./en/app/generator'),
  iam: () => import('./en/sources/iam'),
  invitation: () => import('./en/sign-in/invitation'),
  'key-cases': () => import('./en/key-systems/key-cases'),
  'possession-checks': () => import('./en/key-systems/possession-checks'),
  'key-desk': () => import('./en/key-systems/key-desk'),
  'key-exposure': () => import('./en/key-systems/key-exposure'),
  'key-plans': () => import('./en/plans/key-plans'),
  'key-requests': () => import('./en/key-systems/key-requests'),
  'key-systems': () => import('./en/key-systems/key-systems'),
  'key-times': () => import('./en/key-systems/key-times'),
  locations: () => import('./en/key-systems/locations'),
  'locking-plans': () => import('./en/plans/locking-plans'),
  'log-forwarding': () => import('./en/app/log-forwarding'),
  matrix: () => import('./en/access/matrix'),
  palette: () => import('./en/app/palette'),
  'password-reset': () => import('./en/sign-in/password-reset'),
  people: () => import('./en/sources/people'),
  pickers: () => import('./en/plans/pickers'),
  'plan-check': () => import('./en/plans/plan-check'),
  'plan-matrix': () => import('./en/plans/plan-matrix'),
  'plan-statistics': () => import('./en/plans/plan-statistics'),
  'plan-versions': () => import('./en/plans/plan-versions'),
  'plan-wizard': () => import('./en/plans/plan-wizard'),
  preferences: () => import('./en/app/preferences'),
  privacy: () => import('./en/app/privacy'),
  profile: () => import('./en/app/profile'),
  programming: () => import('./en/key-systems/programming'),
  'receipt-link': () => import('./en/links/receipt-link'),
  'possession-link': () => import('./en/links/possession-link'),
  'request-link': () => import('./en/links/request-link'),
  restored: () => import('./en/app/restored'),
  reports: () => import('./en/app/reports'),
  'rule-editor': () => import('./en/plans/rule-editor'),
  'second-factors': () => import('./en/sign-in/second-factors'),
  shell: () => import('./en/app/shell'),
  'single-sign-on': () => import('./en/sign-in/single-sign-on'),
  source: () => import('./en/sources/source'),
  tasks: () => import('./en/app/tasks'),
  timetable: () => import('./en/sources/timetable'),
  webhooks: () => import('./en/app/webhooks'),
  week: () => import('./en/access/week'),
  'work-list': () => import('./en/key-systems/work-list'),
};

/** Every area's texts in English, which say what there is to translate. */
export type Areas = { [Area in keyof typeof en]: Awaited<ReturnType<(typeof en)[Area]>>['texts'] } & {
  entry: typeof entry;
};

/** A translation of an area has the same names, and other words. */
export type Translation<Texts> = {
  [Name in keyof Texts]: Texts[Name] extends string ? string : Translation<Texts[Name]>;
};
