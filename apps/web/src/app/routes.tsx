import type {
  changeList,
  changeSetList,
  cylinderGroupList,
  cylinderList,
  keyList,
  keyPlanList,
  peopleList,
  workItemList,
} from '@key2xs/contract';
import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { CylindersSearch } from '../features/cylinders/cylinders-page';
import type { wizardSearch } from '../features/iam/wizard-search';
import type { keyPlanSearch } from '../features/key-plans/key-plan-search';
import type { keyPlansSearch } from '../features/key-plans/key-plans-search';
import type { keySystemsSearch } from '../features/key-systems/key-systems-search';
import type { personSearch } from '../features/people/person-search';
import { guard } from './guard/guard-screens';
import { lazyPage } from './screens/lazy-page';
import { BareTrouble, NotFound } from './screens/trouble';
import { unbuiltScreens } from './screens/unbuilt-screens';

/**
 * Gives the addresses of a screen their type. The values are checked by the screen itself (`useUrlState`), because
 * checking here would load every schema with the sign-in page.
 */
const searchOf =
  <Search extends object>() =>
  (search: Record<string, unknown>) =>
    search as Partial<Search>; // unchecked until the screen reads it

const root = createRootRoute();
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: guard,
  errorComponent: BareTrouble,
  component: lazyPage('LoginRoute', () => import('./sign-in/login-route')),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: guard,
  errorComponent: BareTrouble,
  component: lazyPage('Shell', () => import('./frame/shell'), ['shell', 'dashboard']),
});
const inShell = { getParentRoute: () => shell };
const unbuilt = lazyPage('UnbuiltPage', () => import('./screens/unbuilt-page'));

const dashboard = createRoute({
  ...inShell,
  path: '/dashboards/start',
  component: lazyPage('DashboardPage', () => import('../features/dashboard/dashboard-page')),
});
const architecture = createRoute({
  ...inShell,
  path: '/dashboards/demo/Key2XSArchitecture',
  component: lazyPage('ArchitecturePage', () => import('./screens/architecture-page')),
});
const settings = createRoute({
  ...inShell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/profile', search: { tab: 'settings' }, replace: true });
  },
});

const iamManager = createRoute({
  ...inShell,
  path: '/iam-manager',
  component: lazyPage('IamManagerPage', () => import('../features/iam/iam-manager-page'), [
    'iam',
    'connections',
    'key-systems',
  ]),
});
const iamWizard = createRoute({
  ...inShell,
  path: '/connect/iam-wizard',
  validateSearch: searchOf<z.input<typeof wizardSearch>>(),
  component: lazyPage('IamWizardPage', () => import('../features/iam/iam-wizard-page'), [
    'iam',
    'tasks',
    'change-sets',
  ]),
});
const people = createRoute({
  ...inShell,
  path: '/people',
  validateSearch: searchOf<ListSearch<typeof peopleList>>(),
  component: lazyPage('PeoplePage', () => import('../features/people/people-page'), ['people']),
});
const person = createRoute({
  ...inShell,
  path: '/people/$id',
  validateSearch: searchOf<z.input<typeof personSearch>>(),
  component: lazyPage('PersonPage', () => import('../features/people/person-page'), ['people', 'key-systems']),
});
const connectionManager = createRoute({
  ...inShell,
  path: '/connection-manager',
  component: lazyPage('ConnectionManagerPage', () => import('../features/connections/connection-manager-page'), [
    'connections',
    'key-systems',
  ]),
});
const addKeySystem = createRoute({
  ...inShell,
  path: '/add-key-system',
  component: lazyPage('AddKeySystemPage', () => import('../features/add-key-system/add-key-system-page'), [
    'add-key-system',
    'diagnosis',
    'key-systems',
  ]),
});
const keySystems = createRoute({
  ...inShell,
  path: '/key-systems',
  validateSearch: searchOf<z.input<typeof keySystemsSearch>>(),
  component: lazyPage('KeySystemsPage', () => import('../features/key-systems/key-systems-page'), [
    'key-systems',
    'connections',
    'diagnosis',
    'tasks',
  ]),
});
const cylinders = createRoute({
  ...inShell,
  path: '/cylinders',
  validateSearch: searchOf<
    CylindersSearch &
      ListSearch<typeof cylinderList> &
      ListSearch<typeof cylinderGroupList> &
      ListSearch<typeof keyList>
  >(),
  component: lazyPage('CylindersPage', () => import('../features/cylinders/cylinders-page'), [
    'cylinders',
    'key-systems',
  ]),
});
const workList = createRoute({
  ...inShell,
  path: '/work-list',
  validateSearch: searchOf<ListSearch<typeof workItemList>>(),
  component: lazyPage('WorkListPage', () => import('../features/work-list/work-list-page'), [
    'work-list',
    'change-sets',
    'key-systems',
  ]),
});
const lockingPlan = createRoute({
  ...inShell,
  path: '/key-systems/$id/locking-plan',
  component: lazyPage('LockingPlanPage', () => import('../features/locking-plans/locking-plan-page'), 'locking-plans'),
});
const keyPlans = createRoute({
  ...inShell,
  path: '/keys/key-plans',
  validateSearch: searchOf<z.input<typeof keyPlansSearch> & ListSearch<typeof keyPlanList>>(),
  component: lazyPage('KeyPlansPage', () => import('../features/key-plans/key-plans-page'), [
    'key-plans',
    'connections',
  ]),
});
const keyPlan = createRoute({
  ...inShell,
  path: '/keys/key-plans/$id',
  validateSearch: searchOf<z.input<typeof keyPlanSearch>>(),
  component: lazyPage('KeyPlanPage', () => import('../features/key-plans/key-plan-page'), ['key-plans', 'connections']),
});
const changeSets = createRoute({
  ...inShell,
  path: '/change-sets',
  validateSearch: searchOf<ListSearch<typeof changeSetList>>(),
  component: lazyPage('ChangeSetsPage', () => import('../features/change-sets/change-sets-page'), [
    'change-sets',
    'key-systems',
  ]),
});
const changeSet = createRoute({
  ...inShell,
  path: '/change-sets/$id',
  validateSearch: searchOf<ListSearch<typeof changeList>>(),
  component: lazyPage('ChangeSetPage', () => import('../features/change-sets/change-set-page'), ['change-sets']),
});
const task = createRoute({
  ...inShell,
  path: '/tasks/$id',
  component: lazyPage('TaskPage', () => import('../features/tasks/task-page'), ['tasks', 'change-sets']),
});

const unbuiltRoutes = unbuiltScreens.map(({ path }) => createRoute({ ...inShell, path, component: unbuilt }));

/** Every piece of the user interface in every state, while developing. */
const gallery = createRoute({
  ...inShell,
  path: '/gallery',
  component: import.meta.env.DEV ? lazyPage('GalleryPage', () => import('./screens/gallery-page')) : NotFound,
});

const notFound = createRoute({ ...inShell, path: '$', component: NotFound });

export const routeTree = root.addChildren([
  start,
  login,
  shell.addChildren([
    dashboard,
    architecture,
    settings,
    iamManager,
    iamWizard,
    people,
    person,
    connectionManager,
    addKeySystem,
    keySystems,
    lockingPlan,
    cylinders,
    workList,
    keyPlans,
    keyPlan,
    changeSets,
    changeSet,
    task,
    gallery,
    notFound,
    ...unbuiltRoutes,
  ]),
]);
