import { entraSetup } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderPage, serve } from '../../../../../test/render';
import { EntraCallbackPage } from './entra-callback-page';
import { aReadySetup, aSetup } from './setup.fixture';

const path = '/auth/callback/entra-id';
const { session } = aSetup();
const granted = { admin_consent: 'True', tenant: 'aaaaaaaa-0000-4000-8000-000000000001', state: 'a-state' };
const open = (search: Record<string, string>) => renderPage(<EntraCallbackPage />, { path, search });

describe('EntraCallbackPage', () => {
  it('submits the answer once, removes it from the URL, and links back to the wizard', async () => {
    const { received } = serve(entraSetup.answer, aSetup({ status: 'verifying' }));
    serve(entraSetup.status, aReadySetup());
    const { router } = await open(granted);
    await screen.findByText('Consent has arrived');
    expect(await screen.findByText('City of Askelund')).toBeTruthy();
    expect(screen.getByText('Group.Read.All, User.Read.All')).toBeTruthy();
    expect(received.map(({ body }) => body)).toEqual([granted]);
    expect(router.state.location.search).toEqual({ setup: session });
    const link = screen.getByRole('link', { name: 'Continue the set-up' });
    expect(link.getAttribute('href')).toBe(`/connect/iam-wizard?kind=entra_id&setup=${session}`);
    expect(document.body.textContent).not.toContain('a-state');
  });

  it('shows progress while the answer is submitted', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    await open(granted);
    await screen.findByText('Finishing set-up');
  });

  it.each([
    ['denied', 'No one consented', 'Admin consent was declined.'],
    ['failed', 'The set-up cannot continue', 'Microsoft says that this tenant is another one.'],
    ['expired', 'The set-up has expired', 'Setup session not found. Please start a new setup.'],
  ] as const)('shows that it ended %s, and how to start again', async (status, title, message) => {
    serve(entraSetup.answer, aSetup({ status, message }));
    serve(entraSetup.status, aSetup({ status, message }));
    await open({ ...granted, error: 'access_denied' });
    await screen.findByText(title);
    await screen.findByText(message);
    screen.getByRole('link', { name: 'Add identity source' });
  });

  it('shows why the server refuses, and leaves nothing of the answer in the URL', async () => {
    serve(entraSetup.answer, 'not_found');
    const { router } = await open(granted);
    await screen.findByText('The set-up cannot continue');
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('shows an empty state without an answer', async () => {
    await open({});
    await screen.findByText('Nothing to finish here');
  });
});
