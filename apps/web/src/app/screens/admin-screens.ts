import type { administratorList, cylinderList, invitationList } from '@key2xs/contract';
import { IconClock, IconMapPin, IconReport, IconUsers } from '@tabler/icons-react';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { subAdminsSearch } from '../../features/administrators/sub-admins-search';
import type { LocationsSearch } from '../../features/locations/locations-search';
import { adminsWith, card, everything, screen, searchOf, superAdmins, unbuiltScreen } from './screen';

/** Screens for super admins only. */
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
  unbuiltScreen({
    path: '/admin/activation',
    opensTo: superAdmins,
    unbuilt: 'activation',
    offer: {
      group: 'superAdmin',
      ...card('activation'),
      Icon: IconClock,
      once: everything,
    },
  }),
  unbuiltScreen({
    path: '/keys/reports',
    opensTo: superAdmins,
    unbuilt: 'reports',
    offer: {
      group: 'superAdmin',
      ...card('reports'),
      Icon: IconReport,
      once: everything,
    },
  }),
  unbuiltScreen({ path: '/admin/reports', opensTo: superAdmins, unbuilt: 'reports', offer: 'nowhere' }),
];
