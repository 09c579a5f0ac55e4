import type { personGroupList } from '@key2xs/contract';
import { IconPlug, IconServer, IconUserCircle } from '@tabler/icons-react';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { callbackSearch } from '../../features/iam/providers/entra-id/callback-search';
import type { sourceSearch } from '../../features/iam/source-search';
import type { wizardSearch } from '../../features/iam/wizard/wizard-search';
import type { keySystemsSearch } from '../../features/key-systems/key-systems-search';
import { adminsWith, card, screen, searchOf, superAdmins } from './screen';

/** Identity sources and key systems. */
export const connectionScreens = [
  screen({
    path: '/connection-manager',
    needsStatus: true,
    opensTo: superAdmins,
    name: 'ConnectionManagerPage',
    load: () => import('../../features/connections/connection-manager-page'),
    texts: ['connections', 'key-systems', 'source'],
    offer: {
      group: 'superAdmin',
      ...card('connections'),
      Icon: IconPlug,
    },
  }),
  screen({
    path: '/iam-manager',
    needsStatus: true,
    opensTo: adminsWith('manage_sources'),
    name: 'IamManagerPage',
    load: () => import('../../features/iam/iam-manager-page'),
    texts: ['iam', 'connections', 'source'],
    search: searchOf<z.input<typeof sourceSearch> & ListSearch<typeof personGroupList>>(),
    offer: { group: 'records', title: 'shell:nav.iamManager', Icon: IconUserCircle },
  }),
  screen({
    path: '/connect/iam-wizard',
    isForChanges: true,
    opensTo: adminsWith('manage_sources'),
    name: 'IamWizardPage',
    load: () => import('../../features/iam/wizard/iam-wizard-page'),
    texts: ['iam', 'entra-setup', 'tasks', 'change-sets', 'connections', 'timetable'],
    search: searchOf<z.input<typeof wizardSearch>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/auth/callback/entra-id',
    isForChanges: true,
    opensTo: adminsWith('manage_sources'),
    name: 'EntraCallbackPage',
    load: () => import('../../features/iam/providers/entra-id/entra-callback-page'),
    texts: ['entra-setup'],
    search: searchOf<z.input<typeof callbackSearch>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/key-systems',
    opensTo: superAdmins,
    name: 'KeySystemsPage',
    load: () => import('../../features/key-systems/key-systems-page'),
    texts: ['key-systems', 'connections', 'diagnosis', 'drift', 'tasks', 'timetable'],
    search: searchOf<z.input<typeof keySystemsSearch>>(),
    offer: { group: 'records', title: 'shell:nav.keySystems', Icon: IconServer },
  }),
  screen({
    path: '/add-key-system',
    opensTo: superAdmins,
    name: 'AddKeySystemPage',
    load: () => import('../../features/add-key-system/add-key-system-page'),
    texts: ['add-key-system', 'diagnosis', 'key-systems'],
    offer: 'nowhere',
  }),
  screen({
    path: '/key-systems/$id/locking-plan',
    opensTo: superAdmins,
    name: 'LockingPlanPage',
    load: () => import('../../features/locking-plans/locking-plan-page'),
    texts: ['locking-plans', 'matrix'],
    offer: 'nowhere',
  }),
];
