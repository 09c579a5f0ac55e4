/** Texts of Manage Sub-Admins. */
export const texts = {
  words: {
    title: 'Manage Sub-Admins',
    subtitle: 'Who may sign in to Key2XS, what they may do there, and where.',
    caption: 'Administrators',
    loading: 'Loading administrators...',
    search: 'Search administrators',
    noMatch: 'No administrator matches',
  },
  tabs: { label: 'Parts of this screen', administrators: 'Administrators', settings: 'Settings' },
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
