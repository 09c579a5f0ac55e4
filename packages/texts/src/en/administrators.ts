/** Texts of the list of administrators. */
export const texts = {
  words: {
    title: 'Administrators',
    subtitle: 'Who may sign in to Key2XS, and as what.',
    caption: 'Administrators',
    loading: 'Loading administrators...',
    search: 'Search administrators',
    noMatch: 'No administrator matches',
  },
  columns: { username: 'Username', role: 'Role', state: 'State', created: 'Since' },
  roles: { superadmin: 'Super admin', subadmin: 'Sub-admin' },
  states: { active: 'Active', disabled: 'Disabled' },
} as const;
