/** Texts of the pickers for people and for doors, which rules, profiles and the wizard share. */
export const texts = {
  nothing: 'Nothing found',
  searching: 'Searching...',
  remove: 'Remove {{name}}',
  sensitive: 'Class {{number}}',
  who: {
    label: 'Departments, job titles, groups and people',
    hint: 'Type a name, number or e-mail; Enter takes the first match',
    kinds: { department: 'Departments', job_title: 'Job titles', group: 'Groups', user: 'People' },
    counted_one: '{{name}} ({{count, number}} person)',
    counted_other: '{{name}} ({{count, number}} people)',
    failed: 'The values of the identity source could not be read.',
  },
  doors: {
    label: 'Access profiles, groups, places and cylinders',
    hint: 'Type a name, a place or a marking; Enter takes the first match',
    kinds: {
      access_profile: 'Access profiles',
      cylinder_group: 'Cylinder groups',
      location: 'Places, with all doors in them now and later',
      cylinder: 'Cylinders',
    },
    group_one: '{{name}} ({{count, number}} cylinder)',
    group_other: '{{name}} ({{count, number}} cylinders)',
    place_one: '{{name}} ({{count, number}} door)',
    place_other: '{{name}} ({{count, number}} doors)',
  },
  places: {
    show: 'Browse the places',
    hide: 'Hide the places',
    loading: 'Loading places...',
    none: 'No places yet.',
    inside: 'Places in {{name}}',
  },
} as const;
