import { createRootRoute, createRoute, redirect } from '@tanstack/react-router';
import { isActing, session } from '#lib/session';
import { guard } from './guard/guard-screens';
import { startPage } from './preferences/start-page';
import { lazyPage } from './screens/lazy-page';
import type { Screen } from './screens/screen';
import { screens } from './screens/screens';
import {
  forgottenPasswordScreen,
  invitationScreen,
  loginScreen,
  passwordResetScreen,
  possessionLinkScreen,
  receiptLinkScreen,
  requestLinkScreen,
  singleSignOnScreen,
} from './screens/start-screens';
import { BareTrouble, NotFound } from './screens/trouble';

const root = createRootRoute();
const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async () => {
    const to = session.phase() === 'signed-in' ? await startPage() : '/login';
    throw redirect({ to, replace: true });
  },
});
const login = createRoute({
  getParentRoute: () => root,
  path: loginScreen.path,
  beforeLoad: guard,
  errorComponent: BareTrouble,
  component: lazyPage(loginScreen),
});
// Links of a mail open to anyone signed in in this browser, too; what acts for another administrator keeps its session.
const guardOfLink: typeof guard = async (arrival) => (isActing ? guard(arrival) : { isForbidden: false });
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: passwordResetScreen.path,
  beforeLoad: guardOfLink,
  errorComponent: BareTrouble,
  component: lazyPage(passwordResetScreen),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: invitationScreen.path,
  beforeLoad: guardOfLink,
  errorComponent: BareTrouble,
  component: lazyPage(invitationScreen),
});
const receiptLink = createRoute({
  getParentRoute: () => root,
  path: receiptLinkScreen.path,
  beforeLoad: guardOfLink,
  errorComponent: BareTrouble,
  component: lazyPage(receiptLinkScreen),
});

const possessionLink = createRoute({
  getParentRoute: () => root,
  path: possessionLinkScreen.path,
  beforeLoad: guardOfLink,
  errorComponent: BareTrouble,
  component: lazyPage(possessionLinkScreen),
});
const requestLink = createRoute({
  getParentRoute: () => root,
  path: requestLinkScreen.path,
  beforeLoad: guardOfLink,
  errorComponent: BareTrouble,
  component: lazyPage(requestLinkScreen),
});
const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: forgottenPasswordScreen.path,
  beforeLoad: guard,
  errorComponent: BareTrouble,
  component: lazyPage(forgottenPasswordScreen),
});
// Without the guard: who links an account is signed in already.
const singleSignOn = createRoute({
  getParentRoute: () => root,
  path: singleSignOnScreen.path,
  errorComponent: BareTrouble,
  component: lazyPage(singleSignOnScreen),
});
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: guard,
  errorComponent: BareTrouble,
  component: lazyPage({ name: 'Shell', load: () => import('./frame/shell'), texts: ['shell', 'dashboard'] }),
});
const inShell = { getParentRoute: () => shell };
const settings = createRoute({
  ...inShell,
  path: '/settings',
  beforeLoad: () => {
    throw redirect({ to: '/profile', search: { tab: 'settings' }, replace: true });
  },
});
/** Every UI component in every state; in development only. */
const gallery = createRoute({
  ...inShell,
  path: '/gallery',
  component: import.meta.env.DEV
    ? lazyPage({ name: 'GalleryPage', load: () => import('./screens/gallery-page'), texts: [] })
    : NotFound,
});
const notFound = createRoute({ ...inShell, path: '$', component: NotFound });

const routeOf = <Path extends string, Search>({ path, search, ...page }: Screen<Path, string, Search>) =>
  createRoute({ ...inShell, path, validateSearch: search, component: lazyPage(page) });
type RouteOf<One> =
  One extends Screen<infer Path, string, infer Search> ? ReturnType<typeof routeOf<Path, Search>> : never;

// `map` loses the screen of each route; the cast restores it.
const screenRoutes = screens.map((screen) => routeOf(screen)) as RouteOf<(typeof screens)[number]>[];

export const routeTree = root.addChildren([
  start,
  login,
  passwordReset,
  invitation,
  receiptLink,
  possessionLink,
  requestLink,
  forgottenPassword,
  singleSignOn,
  shell.addChildren([settings, gallery, notFound, ...screenRoutes]),
]);
