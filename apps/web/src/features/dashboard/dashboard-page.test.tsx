import { clientCertificates, iam, keyPlans, keySystems, overview } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAdmin, anOverview, aTask, iamStatus, keyPlanCount, keySystemList } from '../../../test/answers';
import { renderPage, serve } from '../../../test/render';
import { DashboardPage } from './dashboard-page';

function anInstallation({ isIamConnected = true, keySystemsActive = [true], plans = 1 } = {}) {
  serve(iam.status, iamStatus(isIamConnected));
  serve(keySystems.list, keySystemList(...keySystemsActive));
  serve(overview.get, anOverview());
  serve(clientCertificates.warnings, { items: [] });
  return { plans: serve(keyPlans.list, keyPlanCount(plans)) };
}

describe('the dashboard', () => {
  it('shows both groups of functions once everything exists', async () => {
    anInstallation();
    await renderPage(<DashboardPage />);
    expect(await screen.findByRole('heading', { level: 1, name: 'Super Admin Dashboard' })).toBeDefined();
    const shared = screen.getByRole('region', { name: 'General Administration Functions' });
    expect(
      within(shared)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/keys/manage', '/keys/request', '/cylinders', '/audits/user']);
    expect(within(shared).getByText('Shared')).toBeDefined();
    expect(screen.queryByText(/Required/)).toBeNull();
  });

  it('asks for an identity source first, and then does not ask for key plans', async () => {
    const { plans } = anInstallation({ isIamConnected: false });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('IAM Connection Required')).toBeDefined();
    expect(plans.received).toEqual([]);
  });

  it('asks for a key system next; one that is switched off does not count', async () => {
    anInstallation({ keySystemsActive: [false] });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Key System Connection Required')).toBeDefined();
    expect(screen.queryByText('IAM Connection Required')).toBeNull();
  });

  it('looks for one key plan and names the card after what it finds', async () => {
    const { plans } = anInstallation({ plans: 0 });
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('Create a Key Plan')).toBeDefined();
    expect(plans.received).toMatchObject([{ query: { offset: 0, limit: 1 } }]);
  });

  it('treats a status that cannot be read as not connected', async () => {
    anInstallation();
    serve(iam.status, 'bad_request');
    await renderPage(<DashboardPage />);
    expect(await screen.findByText('IAM Connection Required')).toBeDefined();
  });

  it('shows a sub-admin the shared functions only, and asks for no overview', async () => {
    anInstallation();
    const { received } = serve(overview.get, anOverview());
    await renderPage(<DashboardPage />, { me: { role: 'subadmin' } });
    expect(await screen.findByText('Assign Keys')).toBeDefined();
    expect(screen.queryByText('Manage Connections')).toBeNull();
    expect(received).toEqual([]);
  });
});

describe('the strip above the cards', () => {
  it('says honestly that nothing is connected, with the way to the next step', async () => {
    anInstallation({ isIamConnected: false, keySystemsActive: [] });
    await renderPage(<DashboardPage />);
    const link = await screen.findByRole('link', { name: 'Connect the first source' });
    expect(link.getAttribute('href')).toBe('/connect/iam-wizard');
    expect(screen.getByText('None so far')).toBeDefined();
  });

  it('sums up what the last sync changed and leads to it', async () => {
    anInstallation();
    const result = {
      outcome: 'applied' as const,
      counts: { person_create: 14, member_remove: 3, member_add: 9, profile_put: 1 },
      failed: 2,
      waiting: 0,
    };
    const task = aTask(7, { result });
    serve(overview.get, anOverview({ last_sync: task }));
    await renderPage(<DashboardPage />);
    const link = await screen.findByRole('link', { name: '+14 persons, 3 rights withdrawn' });
    expect(link.getAttribute('href')).toBe(`/tasks/${task.task_id}`);
    expect(screen.getByText(/^10 more changes · .* · 2 not applied$/)).toBeDefined();
  });

  it('warns of the certificate that ends next, beside the status, and leads to it', async () => {
    anInstallation();
    const connection_id = '0190c0de-0000-7000-8000-000000000005';
    const certificate = { certificate_id: connection_id, not_after: anAdmin().created_at, has_successor: false };
    const warned = { connection_id, connection_name: 'Head office', ...certificate, seen: true };
    serve(clientCertificates.warnings, {
      items: [
        { ...warned, days_left: 6, threshold: 7 },
        { ...warned, days_left: 50, threshold: 60 },
      ],
    });
    const { key_systems } = anOverview();
    serve(overview.get, anOverview({ key_systems: { ...key_systems, total: 2, worst_status: 'ERROR' } }));
    await renderPage(<DashboardPage />);
    const link = await screen.findByRole('link', { name: 'Certificate: 6 days, Head office' });
    expect(link.getAttribute('href')).toBe(`/key-systems?connection=${connection_id}&tab=certificates`);
    expect(link.firstElementChild?.className).toContain('tone-red');
    expect(screen.getByText('Error')).toBeDefined();
    expect(screen.queryByText('Certificate: 50 days')).toBeNull();
  });

  it('leads to the change set that waits and says that a guard stopped it', async () => {
    anInstallation();
    const change_set_id = '0190c0de-0000-7000-8000-000000000008';
    const waiting = [
      { change_set_id, title: 'City list', state: 'quarantined' as const, created_at: anAdmin().created_at },
    ];
    serve(overview.get, anOverview({ waiting }));
    await renderPage(<DashboardPage />);
    const link = await screen.findByRole('link', { name: '1 change set' });
    expect(link.getAttribute('href')).toBe(`/change-sets/${change_set_id}`);
    expect(screen.getByText('City list · stopped by a guard')).toBeDefined();
  });

  it('offers to try again when it cannot be read, and leaves the cards in place', async () => {
    anInstallation();
    serve(overview.get, 'not_found');
    await renderPage(<DashboardPage />);
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeDefined();
    expect(screen.getByText('Manage Connections')).toBeDefined();
  });
});
