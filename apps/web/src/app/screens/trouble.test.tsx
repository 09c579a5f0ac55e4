import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#lib/calls/api-error';
import { ChunkError } from '#lib/chunk';
import { renderPage } from '../../../test/render';
import { Forbidden, Trouble } from './trouble';

const info = { componentStack: '' };

it('names the chunk that failed and how', async () => {
  const error = new ChunkError('PeoplePage', 'timeout');
  await renderPage(<Trouble error={error} reset={() => undefined} info={info} />);
  expect(screen.getByText('Loading chunk PeoplePage failed (timeout).')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
});

it('names who may open a forbidden screen', async () => {
  await renderPage(<Forbidden />);
  expect(screen.getByRole('heading', { name: 'Insufficient permissions' })).toBeDefined();
});

it('offers to try again after anything else', async () => {
  const reset = vi.fn();
  const { user } = await renderPage(<Trouble error={new Error('Lost.')} reset={reset} info={info} />);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(reset).toHaveBeenCalledOnce();
});

it('reports an unavailable server, and retries automatically', async () => {
  const detail = 'The database cannot be reached.';
  const problem = { type: 'about:blank', title: '', status: 503, code: 'overloaded', detail, request_id: '' } as const;
  const reset = vi.fn();
  await renderPage(<Trouble error={new ApiError(problem, 20)} reset={reset} info={info} />);
  expect(screen.getByText(`${detail} Trying again…`)).toBeDefined();
  await waitFor(() => expect(reset).toHaveBeenCalled());
});
