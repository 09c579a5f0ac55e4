import { type SourceEvent, sourceEvents } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../../../test/render';
import { openTab } from '../open-tab.fixture';

const event: SourceEvent = {
  id: '7',
  kind: 'mapping.changed',
  at: '2026-03-01T08:00:00Z',
  message: 'The mapping was changed.',
  actor: 'ada',
  source_ip: '192.0.2.7',
  task_id: null,
  change_set_id: null,
  changes: [
    { field: 'department', before: 'unit', after: null },
    { field: 'job_title', before: 'title', after: 'title' },
  ],
};

describe('the events of a source', () => {
  it('show what happened, who did it from where, and what changed', async () => {
    serve(sourceEvents.list, { items: [event], total: 1, limit: 50, offset: 0 });
    await openTab('events');
    await screen.findByText('The mapping was changed.');
    screen.getByText('ada · 192.0.2.7');
    screen.getByText('Department: unit → –');
    screen.getByText('Job title: now cleaned up differently, from title');
  });

  it('are read page by page', async () => {
    const listed = serve(sourceEvents.list, ({ query }) => ({
      items: [{ ...event, id: String(query.offset) }],
      total: 120,
      limit: 50,
      offset: query.offset ?? 0,
    }));
    const { user } = await openTab('events');
    await user.click(await screen.findByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(listed.received.at(-1)?.query.offset).toBe(50));
  });

  it('are an empty list without data', async () => {
    serve(sourceEvents.list, 'not_found');
    await openTab('events');
    await screen.findByText('Nothing has happened yet');
  });

  it('show an empty state, and retry after a failure', async () => {
    serve(sourceEvents.list, 'overloaded');
    const { user } = await openTab('events');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(sourceEvents.list, { items: [], total: 0, limit: 50, offset: 0 });
    await user.click(again);
    await screen.findByText('Nothing has happened yet');
  });
});
