import { iam } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serve } from '../../../../../test/render';
import { called, openTab } from '../open-tab.fixture';

const group = {
  id: '01900000-0000-7000-8000-0000000000f1',
  connection_id: called().id,
  name: 'Night shift',
  people: 14,
  created_at: '2026-03-01T08:00:00Z',
  gone_at: null,
};

describe('the groups of a source', () => {
  it('link to their people', async () => {
    const listed = serve(iam.groups, { items: [group], total: 1, limit: 50, offset: 0 });
    const { user, router } = await openTab('people');
    await user.click(await screen.findByText('Night shift'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
    expect(router.state.location.search).toEqual({ connection_id: called().id, group_id: group.id, active: 'true' });
    expect(listed.received[0]?.params).toEqual({ id: called().id });
  });

  it('explain an empty list', async () => {
    serve(iam.groups, { items: [], total: 0, limit: 50, offset: 0 });
    await openTab('people');
    await screen.findByText('No groups');
    screen.getByText(/Map the field “Groups”/);
  });
});
