import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError } from '#lib/calls/api-error';
import { renderPage } from '../../test/render';
import { Failure } from './page-states';

const problem = { type: 'about:blank', title: 'Gone', status: 410, request_id: 'r-1' };

describe('Failure', () => {
  it('says what went wrong, and tries again', async () => {
    await renderPage(<Failure error={new Error('The server cannot be reached.')} onRetry={() => undefined} />);
    await screen.findByText('That did not work');
    screen.getByRole('button', { name: 'Try again' });
  });

  it('says since when the past is kept, where an earlier moment was asked for', async () => {
    const detail = 'What people could open is kept since 24 Nov 2026.';
    const error = new ApiError({ ...problem, code: 'past_not_kept', detail, kept_since: '2026-11-24T08:00:00Z' });
    await renderPage(<Failure error={error} onRetry={() => undefined} />);
    await screen.findByText('Kept since 24 Nov 2026');
    screen.getByText(detail);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});
