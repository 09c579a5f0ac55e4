import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { entry } from './texts/entry';

/**
 * The texts of each area, fetched with its first screen; only those of `entry` stand ready. A new area is one line here and one in `CustomTypeOptions`.
 * The namespace is the file's name; the file exports one const object.
 */
const areas = {
  'add-key-system': () => import('./texts/add-key-system'),
  'change-sets': () => import('./texts/change-sets'),
  connections: () => import('./texts/connections'),
  cylinders: () => import('./texts/cylinders'),
  dashboard: () => import('./texts/dashboard'),
  diagnosis: () => import('./texts/diagnosis'),
  iam: () => import('./texts/iam'),
  'key-plans': () => import('./texts/key-plans'),
  'key-systems': () => import('./texts/key-systems'),
  'locking-plans': () => import('./texts/locking-plans'),
  people: () => import('./texts/people'),
  shell: () => import('./texts/shell'),
  tasks: () => import('./texts/tasks'),
  'work-list': () => import('./texts/work-list'),
} as const;

const catalogue: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (_language, area, done) => {
    const load = Object.entries<() => Promise<object>>(areas).find(([name]) => name === area)?.[1];
    if (!load) return done(new Error(`There are no texts for ${area}.`), null);
    load().then(
      (file) => done(null, Object.values(file)[0]),
      (cause) => done(cause, null),
    );
  },
};

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'entry';
    resources: {
      'add-key-system': typeof import('./texts/add-key-system').addKeySystem;
      'change-sets': typeof import('./texts/change-sets').changeSets;
      connections: typeof import('./texts/connections').connections;
      cylinders: typeof import('./texts/cylinders').cylinders;
      dashboard: typeof import('./texts/dashboard').dashboard;
      diagnosis: typeof import('./texts/diagnosis').diagnosis;
      entry: typeof entry;
      iam: typeof import('./texts/iam').iam;
      'key-plans': typeof import('./texts/key-plans').keyPlans;
      'key-systems': typeof import('./texts/key-systems').keySystems;
      'locking-plans': typeof import('./texts/locking-plans').lockingPlans;
      people: typeof import('./texts/people').people;
      tasks: typeof import('./texts/tasks').tasks;
      shell: typeof import('./texts/shell').shell;
      'work-list': typeof import('./texts/work-list').workList;
    };
  }
}

export const i18n = i18next.createInstance();

void i18n
  .use(initReactI18next)
  .use(catalogue)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    ns: ['entry'],
    defaultNS: 'entry',
    partialBundledLanguages: true,
    resources: { en: { entry } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
  });

/** Every area's namespace, for tests that want all texts at hand. */
export const allAreas = Object.keys(areas);
