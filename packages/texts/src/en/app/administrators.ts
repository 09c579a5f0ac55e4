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
  states: { disabled: 'Disabled' },
  memory: {
    title: 'What people could open in the past',
    loading: 'Loading for how long it is kept...',
    since: 'Known since {{date}}.',
    label: 'Keep for how many days',
    hint: 'Older values are deleted permanently within the hour. After that, nobody can see who could open what then, and why.',
    outside: 'From {{least}} to {{most}} days.',
    saved: 'Saved.',
  },
} as const;
