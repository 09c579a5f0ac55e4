import { sourceHealth } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { someMetrics } from '#data/sources/source-status.fixture';
import { serve } from '../../../../../test/render';
import { openTab } from '../open-tab.fixture';

describe('the metrics of a source', () => {
  it('are charts with a description and a table', async () => {
    serve(sourceHealth.metrics, someMetrics());
    const { user } = await openTab('metrics');
    await screen.findByText('30 calls, 3 failed.');
    screen.getByText('3 calls failed, most of the kind: Told to wait.');
    const hours = screen.getByRole('slider', { name: 'Calls by hour' });
    expect(hours.getAttribute('aria-valuetext')).toMatch(/20 calls, 3 failed, 800 records read/);
    await user.click(screen.getByRole('button', { name: /table.*Failed calls/i }));
    const table = within(screen.getByRole('table', { name: 'Failed calls' }));
    table.getByText('Told to wait');
    table.getByText('10');
  });

  it('are empty without data', async () => {
    serve(sourceHealth.metrics, 'not_found');
    await openTab('metrics');
    await screen.findByText('No call in this time');
    screen.getByText('Nothing has been counted for this source yet.');
  });

  it('state that there was no call', async () => {
    serve(sourceHealth.metrics, someMetrics({}, { requests: 0, hours: [] }));
    await openTab('metrics');
    await screen.findByText('No call in this time');
  });
});
