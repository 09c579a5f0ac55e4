import { IconCode, IconHome } from '@tabler/icons-react';
import type { z } from 'zod';
import type { developersSearch } from '../../features/developers/developers-search';
import type { profileSearch } from '../../features/profile/profile-search';
import { everyAdmin, screen, searchOf } from './screen';

/** Outside the frame, as are the next ones. */
export const loginScreen = screen({
  path: '/login',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'LoginRoute',
  load: () => import('../sign-in/login-route'),
  texts: [],
  offer: 'nowhere',
});

/** The target of a link for a forgotten password; the token follows the `#`. */
export const passwordResetScreen = screen({
  path: '/reset-password',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'PasswordResetPage',
  load: () => import('../sign-in/password-reset-page'),
  texts: ['password-reset'],
  offer: 'nowhere',
});

/** The target of an invitation; the token follows the `#`. */
export const invitationScreen = screen({
  path: '/invitation',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'InvitationPage',
  load: () => import('../sign-in/invitation-page'),
  texts: ['invitation'],
  offer: 'nowhere',
});

/** The target of a link that confirms a key receipt; the token follows the `#`. */
export const receiptLinkScreen = screen({
  path: '/receipt-confirmation',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'ReceiptLinkPage',
  load: () => import('../sign-in/receipt-link-page'),
  texts: ['receipt-link'],
  offer: 'nowhere',
});

/** The target of a link by which holders say which keys they have; the token follows the `#`. */
export const possessionLinkScreen = screen({
  path: '/possession',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'PossessionLinkPage',
  load: () => import('../sign-in/possession-link-page'),
  texts: ['possession-link'],
  offer: 'nowhere',
});

/** Where people without an account ask for keys: for a link by mail, and with the token after the `#` for keys. */
export const requestLinkScreen = screen({
  path: '/request-keys',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'RequestLinkPage',
  load: () => import('../sign-in/request-link-page'),
  texts: ['request-link'],
  offer: 'nowhere',
});

/** Asks for a link for a forgotten password by mail. */
export const forgottenPasswordScreen = screen({
  path: '/forgotten-password',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'ForgottenPasswordPage',
  load: () => import('../sign-in/forgotten-password-page'),
  texts: ['second-factors'],
  offer: 'nowhere',
});

/** Where the provider of single sign-on sends the browser back to, with a session or without. */
export const singleSignOnScreen = screen({
  path: '/auth/callback/oidc',
  layout: 'lander-login',
  opensTo: [{ allow: 'public' }],
  name: 'SingleSignOnPage',
  load: () => import('../sign-in/single-sign-on-page'),
  texts: ['single-sign-on', 'second-factors'],
  offer: 'nowhere',
});

/** The dashboard and screens without an area. */
export const startScreens = [
  screen({
    path: '/dashboards/start',
    layout: 'dashboard',
    needsStatus: true,
    opensTo: [],
    name: 'DashboardPage',
    load: () => import('../../features/dashboard/dashboard-page'),
    texts: ['connections'],
    offer: { group: 'home', title: 'shell:nav.home', Icon: IconHome },
    word: 'dashboard',
  }),
  screen({
    path: '/dashboards/demo/Key2XSArchitecture',
    opensTo: [],
    name: 'ArchitecturePage',
    load: () => import('./architecture-page'),
    texts: [],
    offer: 'nowhere',
  }),
  screen({
    path: '/tasks/$id',
    opensTo: everyAdmin,
    name: 'TaskPage',
    load: () => import('../../features/tasks/task-page'),
    texts: ['tasks', 'change-sets', 'connections'],
    offer: 'nowhere',
  }),
  screen({
    path: '/profile',
    opensTo: everyAdmin,
    name: 'ProfilePage',
    load: () => import('../../features/profile/profile-page'),
    texts: [
      'profile',
      'api-tokens',
      'pickers',
      'preferences',
      'second-factors',
      'administrators',
      'audit-actions',
      'single-sign-on',
    ],
    search: searchOf<z.input<typeof profileSearch>>(),
    offer: { group: 'account', title: 'shell:user.profile' },
  }),
  screen({
    path: '/developers',
    opensTo: everyAdmin,
    name: 'DevelopersPage',
    load: () => import('../../features/developers/developers-page'),
    texts: ['administrators', 'api-tokens', 'connections', 'developers', 'log-forwarding', 'pickers', 'webhooks'],
    search: searchOf<z.input<typeof developersSearch>>(),
    offer: { group: 'account', title: 'shell:nav.developers', Icon: IconCode },
  }),
];
