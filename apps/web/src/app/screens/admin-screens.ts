import { IconClock, IconMapPin, IconReport, IconUsers } from '@tabler/icons-react';
import { card, everything, unbuiltScreen } from './screen';

const superAdmins = [{ allow: ['superadmin'] as const }];

/** What only super admins look after. */
export const adminScreens = [
  unbuiltScreen({
    path: '/admin/sub-admins',
    opensTo: superAdmins,
    unbuilt: 'subAdmins',
    offer: {
      group: 'superAdmin',
      ...card('subAdmins'),
      Icon: IconUsers,
      once: everything,
    },
  }),
  unbuiltScreen({
    path: '/keys/locations',
    opensTo: superAdmins,
    unbuilt: 'locations',
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
