/** Texts of the picture of a week, and of choosing weekly hours on it. */
export const texts = {
  label: 'Hours of the week',
  picture: 'May open {{hours}}',
  grid: 'Paint the week',
  paint: 'At any time – paint hours to limit it',
  gridKeys:
    'Arrows move by an hour or a day, with Shift by a quarter of an hour. Space starts and ends painting. Tab goes to the painted hours.',
  barKeys:
    'Arrows move it by a quarter of an hour or a day. With Shift they change its end, with Ctrl its start. Delete removes it.',
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
    take: 'Use',
    read: 'Read as: {{hours}}. Press Enter to use it.',
    refused: 'Not understood. Write it like this: {{example}}',
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
    mixed: 'These hours have different dates. A date you choose here applies to all of them.',
  },
  list: {
    add: 'Add hours',
    window: 'Hours {{number}}',
    from: 'From',
    to: 'To',
    removeNamed: 'Remove hours {{number}}',
    wholeDay: 'The whole day.',
    overnight: 'Ends on the next day.',
  },
} as const;
