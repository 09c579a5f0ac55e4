import type {
  administratorList,
  asOfList,
  auditEntryList,
  cylinderList,
  invitationList,
  keyReminderList,
  keyTimesList,
  reviewedAccessList,
} from '@key2xs/contract';
import { IconClock, IconListCheck, IconMapPin, IconTable, IconUserCircle, IconUsers } from '@tabler/icons-react';
import type { z } from 'zod';
import type { eventsSearch } from '#components/access-events/events-search';
import type { ListSearch } from '#components/records/list-state';
import type { accessReviewsSearch } from '../../features/access-reviews/access-reviews-search';
import type { subAdminsSearch } from '../../features/administrators/sub-admins-search';
import type { activationSearch } from '../../features/key-times/activation-search';
import type { LocationsSearch } from '../../features/locations/locations-search';
import type { catalogueSearch } from '../../features/reports/catalogue/catalogue-search';
import type { keptSearch } from '../../features/reports/kept/kept-tab';
import type { reportsSearch } from '../../features/reports/reports-search';
import { adminsWith, card, everything, screen, searchOf, superAdmins } from './screen';

/** One screen under two addresses, for whoever may read a report of the catalogue; its other tabs need more. */
const reports = {
  opensTo: adminsWith(
    'view_cylinders',
    'view_people',
    'assign_keys',
    'view_plans',
    'run_syncs',
    'manage_sources',
    'review_access',
    'audit_log',
  ),
  name: 'ReportsPage',
  load: () => import('../../features/reports/reports-page'),
  texts: ['reports', 'audit-actions', 'access-events', 'connections', 'access', 'pickers'],
  search: searchOf<
    z.input<typeof reportsSearch> &
      z.input<typeof keptSearch> &
      z.input<typeof catalogueSearch> &
      ListSearch<typeof asOfList> &
      z.input<typeof eventsSearch> &
      ListSearch<typeof auditEntryList>
  >(),
} as const;

/** Screens for super admins, and for who has been given their function. */
export const adminScreens = [
  screen({
    path: '/admin/sub-admins',
    opensTo: superAdmins,
    name: 'SubAdminsPage',
    load: () => import('../../features/administrators/sub-admins-page'),
    texts: ['administrators', 'connections', 'pickers', 'single-sign-on', 'second-factors'],
    search: searchOf<
      z.input<typeof subAdminsSearch> & ListSearch<typeof administratorList> & ListSearch<typeof invitationList>
    >(),
    offer: {
      group: 'superAdmin',
      ...card('subAdmins'),
      Icon: IconUsers,
      once: everything,
      before: 'records', // how to sign in is set up before anything is connected
    },
  }),
  screen({
    path: '/keys/locations',
    opensTo: adminsWith('edit_places'),
    name: 'LocationsPage',
    load: () => import('../../features/locations/locations-page'),
    texts: ['locations', 'access'],
    search: searchOf<LocationsSearch & ListSearch<typeof cylinderList>>(),
    offer: {
      group: 'superAdmin',
      ...card('locations'),
      Icon: IconMapPin,
      once: everything,
    },
  }),
  screen({
    path: '/admin/activation',
    opensTo: superAdmins,
    name: 'ActivationPage',
    load: () => import('../../features/key-times/activation-page'),
    texts: ['key-times', 'week'],
    search: searchOf<
      z.input<typeof activationSearch> &
        ListSearch<typeof keyTimesList> &
        Pick<ListSearch<typeof keyReminderList>, 'reminder'>
    >(),
    offer: {
      group: 'superAdmin',
      ...card('activation'),
      Icon: IconClock,
      once: everything,
    },
  }),
  screen({
    path: '/admin/restored',
    opensTo: superAdmins,
    name: 'RestoredPage',
    load: () => import('../../features/restored/restored-page'),
    texts: ['restored', 'connections'],
    offer: 'nowhere',
  }),
  screen({
    path: '/keys/reports',
    ...reports,
    offer: {
      group: 'superAdmin',
      ...card('reports'),
      Icon: IconTable,
      once: everything,
      before: 'records', // the log begins with the first administrator
    },
  }),
  screen({
    path: '/admin/reviews',
    opensTo: adminsWith('review_access'),
    name: 'AccessReviewsPage',
    load: () => import('../../features/access-reviews/access-reviews-page'),
    texts: ['access-reviews'],
    search: searchOf<z.input<typeof accessReviewsSearch> & ListSearch<typeof reviewedAccessList>>(),
    offer: {
      group: 'records',
      title: 'shell:nav.accessReviews',
      Icon: IconListCheck,
      once: ['isConnectedToKeySystem'],
    },
  }),
  screen({
    path: '/admin/privacy',
    opensTo: superAdmins,
    name: 'PrivacyPage',
    load: () => import('../../features/privacy/privacy-page'),
    texts: ['privacy'],
    offer: { group: 'records', title: 'shell:nav.privacy', Icon: IconUserCircle, once: ['isConnectedToIam'] },
  }),
  screen({ path: '/admin/reports', ...reports, offer: 'nowhere' }),
];
