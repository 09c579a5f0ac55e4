import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '../../../../test/render';
import { WeekByDay } from './week-by-day';
import type { WeekLine } from './week-line';

const hours = (days: number[], from: number, to: number) =>
  days.map((day) => ({ from: day * 1_440 + from * 60, to: day * 1_440 + to * 60 }));

const aLine = (key: string, spans: WeekLine['spans'], now = -1): WeekLine => ({
  key,
  title: key,
  hint: '',
  spans,
  now,
  tone: 'open',
});

async function show(lines: WeekLine[]) {
  const onChoose = vi.fn();
  const { user } = await renderPage(<WeekByDay label="The week" lines={lines} onChoose={onChoose} />);
  const rows = within(screen.getByRole('list', { name: 'The week' })).getAllByRole('listitem');
  const rowTexts = rows.map((row) => [
    within(row).getByRole('heading').textContent,
    ...within(row)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent),
  ]);
  return { user, rowTexts, onChoose };
}

it('shows days with the same hours once', async () => {
  const wednesday = 2 * 1_440 + 9 * 60;
  const { rowTexts, user, onChoose } = await show([
    aLine('Libraries', hours([0, 1, 2, 3, 4], 7, 18), wednesday),
    aLine('Depot', hours([0, 2], 8, 9)),
  ]);
  expect(rowTexts).toEqual([
    ['Mon, Wednow Wed 09:00', '07:00–18:00Libraries', '08:00–09:00Depot'],
    ['Tue, Thu, Fri', '07:00–18:00Libraries'],
    ['Sat, Sun'],
  ]);
  await user.click(screen.getByRole('button', { name: /Depot/ }));
  expect(onChoose).toHaveBeenCalledWith('Depot');
});

it('separates the days on which a night shift begins, continues and ends', async () => {
  expect((await show([aLine('Night', hours([0, 1, 2], 22, 30))])).rowTexts).toEqual([
    ['Mon', '22:00–24:00Night'],
    ['Tue, Wed', '00:00–06:00, 22:00–24:00Night'],
    ['Thu', '00:00–06:00Night'],
    ['Fri–Sun'],
  ]);
});

it('shows a whole week as one', async () => {
  expect((await show([aLine('Always', [{ from: 0, to: 7 * 1_440 }])])).rowTexts).toEqual([
    ['Every day', 'all dayAlways'],
  ]);
});
