import type { windows as english } from '../en/windows';

/** Wörter für Wochenzeiten. */
export const windows: { [Name in keyof typeof english]: Name extends 'days' ? readonly string[] : string } = {
  always: 'Immer',
  everyDay: 'Jeden Tag',
  allDay: 'ganztags',
  nextDay: '(Folgetag)',
  and: 'und',
  from: 'ab {{date}}',
  until: 'bis {{date}}',
  days: ['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'],
};
