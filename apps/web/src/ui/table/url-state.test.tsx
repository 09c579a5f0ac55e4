import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { renderPage } from '../../../test/render';
import { useUrlState } from './url-state';

const schema = z.object({
  search: z.string().optional(),
  sort: z.enum(['name', '-name']).default('name'),
  offset: z.coerce.number().int().min(0).default(0),
});

function List() {
  const [state, setState] = useUrlState(schema);
  return (
    <>
      <p data-testid="state">{JSON.stringify(state)}</p>
      <button type="button" onClick={() => setState({ search: '42' })}>
        search
      </button>
      <button type="button" onClick={() => setState({ offset: 100 })}>
        page
      </button>
      <button type="button" onClick={() => setState({ search: undefined })}>
        clear
      </button>
    </>
  );
}

const shown = () => JSON.parse(screen.getByTestId('state').textContent ?? '');

it('reads the URL, ignoring invalid values', async () => {
  await renderPage(<List />, { path: '/list', search: { search: '42', sort: 'sideways', offset: 50, other: 1 } });
  expect(shown()).toEqual({ search: '42', sort: 'name', offset: 50 });
});

it('writes values, and returns to the first row unless the offset changes', async () => {
  const { user, router } = await renderPage(<List />, { path: '/list', search: { offset: 50 } });
  await user.click(screen.getByText('search'));
  expect(router.state.location.searchStr).toBe('?search=42');
  await user.click(screen.getByText('page'));
  expect(router.state.location.searchStr).toBe('?search=42&offset=100');
  await user.click(screen.getByText('clear'));
  expect(router.state.location.searchStr).toBe('');
});
