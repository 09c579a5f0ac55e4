import { people, sourceCredentials, sourceHealth, sourceWebhooks, timetables } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aPollingStatus, aWebhook, someMetrics } from '#data/sources/source-status.fixture';
import { aTimetable } from '#data/tasks/timetables.fixture';
import { serve } from '../../../../../test/render';
import { aSource } from '../../source.fixture';
import { called, openTab } from '../open-tab.fixture';

const totals = { active: 32_812, suspended: 4, coming: 11, left: 8_635 };

function serveAll(status = aPollingStatus(), metrics = someMetrics(), webhook = aWebhook()) {
  serve(sourceHealth.pollingStatus, status);
  serve(sourceHealth.metrics, metrics);
  serve(sourceWebhooks.get, webhook);
  serve(timetables.ofSource, aTimetable());
  serve(people.list, ({ query }) => ({
    items: [],
    total: query.state ? totals[query.state] : 0,
    limit: 1,
    offset: 0,
  }));
}

describe('the overview of a source', () => {
  it('shows its state, and links to its people by state', async () => {
    serveAll();
    await openTab('overview');
    await screen.findByText('Everything works. It is read by its timetable.');
    const left = await screen.findByRole('link', { name: 'Open people: 8,635 Left' });
    expect(left.getAttribute('href')).toBe(`/people?connection_id=${called().id}&state=left`);
    await screen.findByText('100 of 100');
    await screen.findByRole('region', { name: 'Timetable' });
  });

  it('shows what went wrong and links to waiting changes', async () => {
    const waiting_change_set_id = '01900000-0000-7000-8000-0000000000c1';
    const last_error = {
      code: 'forbidden',
      message: 'The source refuses the sign-in.',
      advice: 'Store a new secret.',
      correlation_id: '01900000-0000-7000-8000-0000000000c2',
      replace: null,
    };
    const reason = { code: 'failing' as const, costs: 50, message: 'The last run failed.' };
    const metrics = someMetrics({ score: 50, state: 'attention', reasons: [reason] });
    serveAll(aPollingStatus({ state: 'quarantined', message: 'A run was stopped.', last_error }), metrics);
    await openTab('overview', called({ waiting_change_set_id }));
    await screen.findByText('The source refuses the sign-in.');
    screen.getByText(/Store a new secret\./);
    const review = screen.getByRole('link', { name: 'Review changes' });
    expect(review.getAttribute('href')).toBe(`/change-sets/${waiting_change_set_id}`);
    await screen.findByText('−50');
    screen.getByText('Needs attention');
  });

  it('shows once why the source cannot be read, and links to the credential to replace', async () => {
    const last_error = {
      code: 'entra.secret_wrong.what',
      message: 'Microsoft does not accept the client secret.',
      advice: 'Add a new one.',
      correlation_id: '01900000-0000-7000-8000-0000000000c2',
      replace: 'secret' as const,
    };
    const said = `${last_error.message} ${last_error.advice}`;
    const message = `The last run failed. ${said}`;
    const reason = {
      code: 'credential_refused' as const,
      costs: 100,
      message: 'The source does not accept its client secret. Replace it, then read the source again.',
    };
    serveAll(
      aPollingStatus({ state: 'error', message, last_error }),
      someMetrics({ score: 0, state: 'bad', reasons: [reason] }),
    );
    const failing = serve(timetables.ofSource, aTimetable({ state: 'backing_off', last_error: said }));
    await openTab('overview');
    const replace = await screen.findByRole('link', { name: 'Replace the secret' });
    expect(replace.getAttribute('href')).toBe(`/iam-manager?source=${called().id}&tab=credentials`);
    await screen.findByText('Failing');
    await screen.findByText('−100');
    expect(failing.received).toHaveLength(1);
    expect(screen.getAllByText(/does not accept/)).toHaveLength(1);
    expect(screen.getAllByText('Cannot sign in')).toHaveLength(2);
  });

  it('tests the connection and shows each step with its remedy', async () => {
    serveAll();
    const { user } = await openTab('overview');
    const diagnosed = serve(sourceCredentials.diagnose, {
      at: '2026-03-01T08:00:00Z',
      is_passed: false,
      message: 'The source does not let us in.',
      steps: [
        { name: 'address', state: 'passed', message: 'The source was reached.', duration_ms: 40 },
        { name: 'credential', state: 'failed', message: 'The secret has expired. Store a new one.', duration_ms: 90 },
        { name: 'count', state: 'skipped', message: '', duration_ms: 0 },
      ],
    });
    await user.click(await screen.findByRole('button', { name: 'Check connection' }));
    const steps = within(await screen.findByRole('list', { name: 'Steps of the connection test' }));
    steps.getByText('The secret has expired. Store a new one.');
    steps.getByText('Not tried, because an earlier step failed.');
    expect(diagnosed.received[0]?.params).toEqual({ id: called().id });
  });

  it('switches on change notifications', async () => {
    serveAll();
    const { user } = await openTab('overview');
    const switched = serve(sourceWebhooks.switchOn, aWebhook({ state: 'starting' }));
    await user.click(await screen.findByRole('button', { name: 'Receive messages' }));
    await waitFor(() => expect(switched.received).toHaveLength(1));
  });

  it('states that no automatic run happens before the first import', async () => {
    const message = 'No one has been imported yet.';
    serveAll(aPollingStatus({ mode: 'webhook', is_imported: false, next_run: null, message }));
    await openTab('overview');
    await screen.findByText('After the first import');
    screen.getByText(message);
    expect(screen.queryByText('As soon as something changes')).toBeNull();
  });

  it('offers an uploaded list neither a timetable nor a connection test', async () => {
    serveAll(aPollingStatus({ mode: 'disabled', next_run: null }));
    await openTab('overview', aSource());
    await screen.findByText('By hand');
    expect(screen.queryByRole('button', { name: 'Check connection' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Credentials' })).toBeNull();
    screen.getByRole('link', { name: 'Upload new list' });
  });

  it('tries again after a failure', async () => {
    serveAll();
    serve(sourceHealth.pollingStatus, 'overloaded');
    const { user } = await openTab('overview');
    const again = await screen.findByRole('button', { name: 'Try again' });
    serve(sourceHealth.pollingStatus, aPollingStatus({ message: 'A run is under way.', state: 'running' }));
    await user.click(again);
    await screen.findByText('A run is under way.');
  });
});
