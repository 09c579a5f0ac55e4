import type { Role } from '@key2xs/contract';

/** Records behind the dashboard's functions; for super admins. */
export const recordScreens = [
  { name: 'people', to: '/people' },
  { name: 'changeSets', to: '/change-sets' },
  { name: 'iamManager', to: '/iam-manager' },
  { name: 'keySystems', to: '/key-systems' },
  { name: 'workList', to: '/work-list' },
] as const;

export const recordsFor = (role: Role) => (role === 'superadmin' ? recordScreens : []);
