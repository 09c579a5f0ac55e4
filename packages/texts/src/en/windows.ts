/** Words for weekly windows; used inside sentences of several screens. */
export const windows = {
  always: 'Always',
  everyDay: 'Every day',
  allDay: 'all day',
  nextDay: '(next day)',
  and: 'and',
  from: 'from {{date}}',
  until: 'until {{date}}',
  /** ISO weekdays in order, Monday first. */
  days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;
