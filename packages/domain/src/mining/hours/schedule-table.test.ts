import { expect, test } from 'vitest';
import { ScheduleTable } from './schedule-table';

const window = (days: number[], from: string, to: string, valid_until: string | null = null) => ({
  days,
  from,
  to,
  valid_from: null,
  valid_until,
});
const weekdays = [1, 2, 3, 4, 5];
const wholeWeek = [1, 2, 3, 4, 5, 6, 7];

test('numbers schedules by what they mean, and dates apart', () => {
  const table = new ScheduleTable();
  expect(table.numberOf([])).toBe(0);
  expect(table.numberOf([window(wholeWeek, '00:00', '00:00')])).toBe(0);
  const day = table.numberOf([window(weekdays, '07:00', '19:00')]);
  expect(day).toBe(1);
  expect(table.numberOf([window([1, 2], '07:00', '19:00'), window([3, 4, 5], '07:00', '19:00')])).toBe(day);
  expect(table.numberOf([window(weekdays, '07:00', '19:00', '2031-01-01T00:00:00.000Z')])).toBe(2);
  expect(table.schedules[1]).toEqual([window(weekdays, '07:00', '19:00')]);
});

test('unites schedules', () => {
  const table = new ScheduleTable();
  const [morning = -1, evening = -1, day] = [
    table.numberOf([window(weekdays, '07:00', '13:00')]),
    table.numberOf([window(weekdays, '12:00', '19:00')]),
    table.numberOf([window(weekdays, '07:00', '19:00')]),
  ];
  expect(table.union([morning, evening])).toBe(day);
  expect(table.union([evening, evening])).toBe(evening);
  expect(table.union([morning, 0])).toBe(0);
});
