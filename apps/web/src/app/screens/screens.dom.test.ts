import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  type AdminFunction,
  access,
  accessEvents,
  accessReviews,
  adminFunctions,
  administrators,
  apiReference,
  auth,
  changeSets,
  cylinders,
  drift,
  type Endpoint,
  effectiveAccess,
  entraSetup,
  functionsWithin,
  generator,
  iam,
  installation,
  isOpenTo,
  keyCases,
  keyCounts,
  keyDesk,
  keyPlans,
  keyRequests,
  keySystems,
  keys,
  keyTimes,
  keyTimesSettings,
  locations,
  lockingPlans,
  type OpenTo,
  people,
  planWizards,
  possessionChecks,
  privacy,
  programming,
  type Role,
  reports,
  sync,
  type Viewer,
  workList,
} from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { offersOf } from '#components/offers';
import type { Flags } from '#data/overview';
import { type Scene, screens as seenInBrowser } from '../../../../../e2e/lib/screens/screens';
import { screenAt, screens } from './screens';
import {
  forgottenPasswordScreen,
  invitationScreen,
  loginScreen,
  passwordResetScreen,
  possessionLinkScreen,
  receiptLinkScreen,
  requestLinkScreen,
  singleSignOnScreen,
} from './start-screens';

const none: Flags = { isConnectedToIam: false, isConnectedToKeySystem: false, hasKeyPlan: false };
const withIam: Flags = { ...none, isConnectedToIam: true };
const both: Flags = { ...withIam, isConnectedToKeySystem: true };
const all: Flags = { ...both, hasKeyPlan: true };

const offered = (
  group: string,
  flags: Flags,
  role: Role = 'superadmin',
  functions: readonly AdminFunction[] = adminFunctions,
) =>
  offersOf(screens, { role, functions }, flags)
    .filter((offer) => offer.group === group)
    .map(({ to, title }) => [to, title.replace(/^dashboard:cards\.|\.title$/g, '')]);

const names = (flags: Flags) => offered('superAdmin', flags).map(([, name]) => name);

describe('the cards of a super admin', () => {
  it('are only the connections while nothing is connected', () => {
    expect(names(none)).toEqual(['connections']);
  });

  it('include a first key plan and the generator once IAM is connected, with or without a key system', () => {
    expect(names(withIam)).toEqual(['connections', 'createKeyPlan', 'generator']);
    expect(names(both)).toEqual(['connections', 'createKeyPlan', 'generator']);
  });

  it('rename the first key plan to the manager once a plan exists', () => {
    expect(names({ ...withIam, hasKeyPlan: true })).toEqual(['connections', 'keyPlans', 'generator']);
  });

  it('are all shown once everything exists, each linked to its screen', () => {
    expect(offered('superAdmin', all)).toEqual([
      ['/connection-manager', 'connections'],
      ['/keys/key-plans', 'keyPlans'],
      ['/keyplan-ai/create', 'generator'],
      ['/admin/sub-admins', 'subAdmins'],
      ['/keys/locations', 'locations'],
      ['/admin/activation', 'activation'],
      ['/keys/reports', 'reports'],
    ]);
  });
});

describe('the shared cards', () => {
  it.each([
    none,
    withIam,
    both,
    { ...withIam, hasKeyPlan: true },
  ])('are hidden while something is missing (%o)', (flags) => {
    expect(offered('general', flags)).toEqual([]);
  });

  it('are the same for both roles, and the only ones for a sub-admin', () => {
    const places = ['/keys/manage', '/keys/request', '/cylinders', '/audits/user'];
    expect(offered('general', all).map(([to]) => to)).toEqual(places);
    expect(offered('general', all, 'subadmin').map(([to]) => to)).toEqual(places);
    expect(offered('superAdmin', all, 'subadmin')).toEqual([]);
  });

  it.each([
    [['assign_keys'], 3],
    // The desk takes part in requests.
    [['request_keys'], 4],
    [['request_keys', 'assign_keys'], 2],
    [['view_cylinders'], 3],
    [['user_audits'], 3],
  ] as const)('are fewer for a sub-admin without the functions %s', (taken, left) => {
    const functions = adminFunctions.filter((name) => !taken.some((other) => other === name));
    expect(offered('general', all, 'subadmin', functions)).toHaveLength(left);
    expect(offered('general', all, 'superadmin', functions)).toHaveLength(4);
  });
});

describe('the records', () => {
  it('include Manage Sub-Admins until it is among the cards', () => {
    const places = (flags: Flags) => offered('records', flags).map(([to]) => to);
    expect([none, both, all].map((flags) => places(flags).includes('/admin/sub-admins'))).toEqual([true, true, false]);
  });

  it('are shown to those who may read them', () => {
    const places = [
      '/people',
      '/change-sets',
      '/iam-manager',
      '/key-systems',
      '/cylinders',
      '/cylinders/jobs',
      '/work-list',
      '/drift',
    ];
    expect(offered('records', none).map(([to]) => to)).toEqual([...places, '/admin/sub-admins', '/keys/reports']);
    const ofCylinders = (flags: Flags) => offered('records', flags, 'subadmin', ['view_cylinders']).map(([to]) => to);
    expect(ofCylinders(none)).toEqual(['/cylinders', '/cylinders/jobs', '/keys/reports']);
    expect(ofCylinders(all)).toEqual(['/keys/exposure', '/cylinders/jobs', '/keys/reports']); // cylinders are among the cards
    expect(offered('records', none, 'subadmin', ['view_people']).map(([to]) => to)).toEqual([
      '/people',
      '/keys/reports',
    ]);
    expect(offered('records', all, 'subadmin', ['view_plans']).map(([to]) => to)).toEqual([
      '/keys/key-plans',
      '/keys/reports',
    ]);
  });
});

/** The endpoints each screen requires. */
const asked: Record<string, readonly Endpoint[]> = {
  '/tasks/$id': [sync.status],
  '/profile': [auth.me],
  '/developers': [apiReference.get],
  '/people': [people.list],
  '/people/compare': [access.compare, people.list],
  '/people/$id': [people.get],
  '/access/who': [access.who],
  '/change-sets': [changeSets.list],
  '/change-sets/$id': [changeSets.get],
  '/connection-manager': [iam.get, keySystems.get, sync.start],
  '/iam-manager': [iam.get],
  '/connect/iam-wizard': [iam.create, iam.uploadStaffList],
  '/auth/callback/entra-id': [entraSetup.answer],
  '/key-systems': [keySystems.get],
  '/add-key-system': [keySystems.create],
  '/key-systems/$id/locking-plan': [keySystems.get, lockingPlans.get],
  '/keys/key-plans': [keyPlans.list, keyPlans.get],
  '/keys/key-plans/$id': [keyPlans.get],
  '/keyplan/wizard': [planWizards.create],
  '/keyplan-ai/create': [generator.start],
  '/cylinders': [cylinders.list, cylinders.groups, cylinders.facets, keys.list],
  '/keys/exposure': [effectiveAccess.list, effectiveAccess.summary],
  '/cylinders/jobs': [programming.list, programming.keys],
  '/keys/manage': [keyDesk.counts, keyDesk.recipients, keys.list],
  '/keys/cases': [keyCases.list, keyCases.counts],
  '/keys/cases/$id': [keyCases.get, keyCases.doors],
  '/admin/restored': [installation.differences],
  '/keys/request': [keyRequests.list, keyRequests.counts],
  '/keys/possession-checks': [possessionChecks.list, possessionChecks.keys],
  '/keys/stock-taking': [keyCounts.list, keyCounts.start, keyCounts.scan],
  '/work-list': [workList.list],
  '/drift': [drift.list],
  '/admin/sub-admins': [administrators.list],
  '/admin/activation': [keyTimes.list, keyTimesSettings.get],
  '/audits/user': [accessEvents.open],
  '/admin/reviews': [accessReviews.list, accessReviews.items],
  '/admin/privacy': [privacy.settings, privacy.fields],
  '/admin/reports': [reports.catalogue],
  '/keys/reports': [reports.catalogue],
  '/keys/locations': [locations.tree, locations.create, locations.place, cylinders.list],
};

describe('who a screen opens to', () => {
  const viewers: Viewer[] = [
    { role: 'superadmin', functions: [] },
    ...[...adminFunctions, undefined].map((name) => ({
      role: 'subadmin' as const,
      functions: functionsWithin(null, name ? [name] : []),
    })),
  ];

  it.each(Object.entries(asked))('%s opens to everyone who may call its required endpoints', (path, endpoints) => {
    const opensTo = screenAt(path)?.opensTo ?? [];
    const may = (all: readonly OpenTo[]) => viewers.filter((viewer) => all.every((one) => isOpenTo(one, viewer)));
    expect(may(opensTo)).toEqual(may(endpoints));
  });

  it('is verified against the contract for every screen with required endpoints', () => {
    const silent = ['/dashboards/start', '/dashboards/demo/Key2XSArchitecture'];
    const built = screens.filter(({ path }) => !silent.includes(path));
    expect(built.map(({ path }) => path).filter((path) => !asked[path])).toEqual([]);
  });
});

describe('a list of records', () => {
  const opensToAll = (path: string, functions: readonly AdminFunction[]) =>
    screens
      .find((screen) => screen.path === path)
      ?.opensTo.every((to) => isOpenTo(to, { role: 'subadmin', functions }));
  const lists = screens.flatMap(({ path }) => (screens.some((other) => other.path === `${path}/$id`) ? [path] : []));

  it.each(lists)('%s opens to no sub-admin who may not open its records', (path) => {
    expect([path, opensToAll(path, adminFunctions)]).toEqual([path, opensToAll(`${path}/$id`, adminFunctions)]);
  });
});

describe('an address', () => {
  it.each([
    ['/people', '/people'],
    ['/people/', '/people'],
    ['/people/0190c0de', '/people/$id'],
    ['/keys/key-plans/0190c0de/', '/keys/key-plans/$id'],
    ['/key-systems/$id/locking-plan', '/key-systems/$id/locking-plan'],
    ['/keys/manage/', '/keys/manage'],
    ['/people/0190c0de/more', undefined],
    ['/', undefined],
  ])('%s belongs to the screen %s', (address, path) => {
    expect(screenAt(address)?.path).toBe(path);
  });

  it('belongs to one screen only', () => {
    const paths = screens.map(({ path }) => path);
    expect(paths.map((path) => screenAt(path)?.path)).toEqual(paths);
  });
});

const source = resolve(import.meta.dirname, '../..');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
const ids = { sourceId: '1', systemId: '1', shrunkenSystemId: '1', planId: '1', draftPlanId: '1', placeId: '1' };
const scene: Scene = {
  ...ids,
  directoryId: '1',
  otherPersonId: '1',
  keyRequestId: '1',
  reviewId: '1',
  subAdminId: '1',
  wizardId: '1',
  stationsId: '1',
  personId: '1',
  taskId: '1',
  directoryChangeSetId: '1',
  syncChangeSetId: '1',
  webhookId: '1',
  runId: '1',
  lostCaseId: '1',
};
/** Loaded before any screen, for the frame. */
const always = ['entry', 'shell', 'dashboard'];

describe('every screen', () => {
  it.each(screens)('$name loads the texts of all areas that it shows, and no others', ({ name, texts }) => {
    const fileName = name.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();
    const page = files.find((file) => file.endsWith(`/${fileName}.tsx`)) ?? `No file is called after ${name}`;
    const shown = areasOf(join(source, page)).filter((area) => !always.includes(area));
    expect([...texts].sort()).toEqual(shown);
  });

  it('is opened by the test of every screen', () => {
    const seen = new Set(seenInBrowser.map(({ path }) => screenAt(path(scene).replace(/[?#].*/, ''))));
    const outside = [
      loginScreen,
      passwordResetScreen,
      forgottenPasswordScreen,
      invitationScreen,
      receiptLinkScreen,
      possessionLinkScreen,
      requestLinkScreen,
      singleSignOnScreen,
    ];
    const unseen = [...outside, ...screens].filter((screen) => !seen.has(screen));
    expect(unseen.map(({ path }) => path)).toEqual([]);
  });

  it('with a page is in the table', () => {
    const pages = files.filter((file) => /^features\/.*-page\.tsx$/.test(file));
    const inTable = new Set(screens.map(({ load }) => load.toString().match(/features\/[\w/-]+-page/)?.[0]));
    expect(pages.filter((file) => !inTable.has(file.replace('.tsx', '')))).toEqual([]);
  });
});

/** The text areas that a file and its imports use. */
function areasOf(file: string, seen = new Map<string, string[]>()): string[] {
  if (!seen.has(file)) {
    const code = readFileSync(file, 'utf8');
    const asked = [...code.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(
      ([, names = '']) => names.match(/[\w-]+/g) ?? ['entry'],
    );
    seen.set(file, asked);
    for (const [, name = ''] of code.matchAll(/^(?:import|export|\}) [^;]*?from '([^']+)';/gm)) {
      const imported = fileOf(name, file);
      if (imported) areasOf(imported, seen);
    }
  }
  return [...new Set([...seen.values()].flat())].sort();
}

/** Undefined for imports from packages. */
function fileOf(name: string, importer: string): string | undefined {
  if (!/^[.#]/.test(name)) return undefined;
  const path = name.startsWith('#') ? join(source, name.slice(1)) : join(dirname(importer), name);
  return ['.tsx', '.ts'].map((end) => path + end).find((one) => files.includes(one.slice(source.length + 1)));
}
