/** Texts of the picture of a week, and of choosing weekly hours on it. */
export const texts = {
  label: 'Hours of the week',
  picture: 'Open {{hours}}',
  grid: 'Paint the week',
  paint: 'At any time – paint hours to limit it',
  gridKeys:
    'Arrows move by an hour or a day, with Shift by a quarter of an hour. Space begins a stroke and ends it. Tab goes to the hours that are painted.',
  barKeys:
    'Arrows move it by a quarter of an hour or a day. With Shift they change its end, with Ctrl its beginning. Delete removes it.',
  never: 'No hours yet.',
  zone: 'By the clock at the door, {{zone}}.',
  clocks: 'By the clocks at the doors: {{clocks, list}}.',
  clock_one: '{{zone}} at {{count, number}} door',
  clock_other: '{{zone}} at {{count, number}} doors',
  datesIn: 'First and last days are days in {{zone}}.',
  details: 'Exact times and dates',
  exactTimes: 'Exact times',
  typed: {
    label: 'Type the hours, or paint them below',
    example: 'Mon–Fri 06:00–22:00; Sat 8–12',
    take: 'Take',
    read: 'Read as: {{hours}}. Enter takes it.',
    refused: 'That was not understood. Write it like this: {{example}}',
  },
  templates: {
    label: 'Templates',
    always: 'Always',
    office: 'Office hours',
    weekdays: 'Weekdays 06–22',
    nights: 'Nights',
    weekends: 'Weekends',
  },
  dates: {
    from: 'First day (optional)',
    until: 'Last day (optional)',
    mixed: 'These hours have different dates. A date you choose here is for all of them.',
  },
  list: {
    add: 'Add hours',
    window: 'Hours {{number}}',
    from: 'From',
    to: 'To',
    remove: 'Remove',
    removeNamed: 'Remove hours {{number}}',
    wholeDay: 'The whole day.',
    overnight: 'Ends on the next day.',
  },
} as const;
