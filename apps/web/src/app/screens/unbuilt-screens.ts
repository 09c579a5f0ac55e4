/** Screens that have an address and nothing behind it yet. Each goes from here when it is built. */
export const unbuiltScreens = [
  { path: '/keyplan/wizard', screen: 'keyPlanWizard' },
  { path: '/keyplan-ai/create', screen: 'generator' },
  { path: '/keys/locations', screen: 'locations' },
  { path: '/keys/manage', screen: 'assign' },
  { path: '/keys/request', screen: 'request' },
  { path: '/audits/user', screen: 'userAudits' },
  { path: '/admin/sub-admins', screen: 'subAdmins' },
  { path: '/admin/activation', screen: 'activation' },
  { path: '/admin/reports', screen: 'reports' },
  { path: '/keys/reports', screen: 'reports' },
  { path: '/auth/callback/entra-id', screen: 'entraCallback' },
  { path: '/profile', screen: 'profile' },
] as const;
