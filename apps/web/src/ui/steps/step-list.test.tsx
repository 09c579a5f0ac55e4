import { screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render';
import { StepList } from './step-list';

afterEach(() => vi.unstubAllGlobals());

it.each([1_440, 390])('announces every step with its state and link at %i px', async (width) => {
  vi.stubGlobal('innerWidth', width);
  const open = vi.fn();
  const steps = [
    { key: 'name', name: 'Name' },
    { key: 'list', name: 'List', missing: 'two things missing', onOpen: open },
    { key: 'map', name: 'Map', onOpen: open },
    { key: 'run', name: 'Run' },
  ];
  const { user } = await renderPage(<StepList steps={steps} current="map" />);
  const entries = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  const words = ['1 Name, done', '2 List, two things missing', '3 Map', '4 Run, to come'];
  expect(entries.map(({ textContent }) => textContent)).toEqual(words);
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1);
  expect(screen.getByRole('button', { name: '3 Map' }).getAttribute('aria-current')).toBe('step');
  expect(screen.queryByRole('button', { name: /^(1 Name|4 Run)/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: '2 List, two things missing' }));
  expect(open).toHaveBeenCalledOnce();
  expect(screen.queryAllByText('Step 3 of 4')).toHaveLength(width === 390 ? 1 : 0);
});
