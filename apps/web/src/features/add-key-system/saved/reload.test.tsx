import { keySystems } from '@key2xs/contract';
import { createBrowserHistory } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { serve } from '../../../../test/render';
import { aFile, anAnswer, inputOf, openWizard } from '../wizard.fixture';

const again = 'After a reload, choose the certificate again: the browser never keeps it.';
const kept = () => JSON.stringify({ ...localStorage, ...sessionStorage });
const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

describe('AddKeySystemPage, after a reload', () => {
  it('restores the credentials as typed, and asks for the certificate again', async () => {
    const { toCredentials, enter, reload } = await openWizard();
    await toCredentials();
    await enter();
    expect(screen.queryByText(again)).toBeNull();
    const { choose } = await reload();
    await heading('Configure Credentials');
    expect(inputOf(/Connection Name/)).toBe(' Head office ');
    expect(inputOf(/Domain Name/)).toBe('HQ');
    screen.getByText(again);
    await choose(aFile('bundle.pem'));
    expect(screen.queryByText(again)).toBeNull();
  });

  it('still asks for it after another reload, and before typed values are discarded', async () => {
    const { toCredentials, enter, reload } = await openWizard();
    await toCredentials();
    await enter();
    const { reload: reloadAgain } = await reload();
    const { press } = await reloadAgain();
    await screen.findByText(again);
    await press('Back');
    await screen.findByRole('radio');
    await press('Back to Dashboard');
    await screen.findByRole('dialog', { name: 'Leave without finishing?' });
  });

  it('stores no pass phrase, no certificate, and no address with a password', async () => {
    const { user, toCredentials, choose } = await openWizard();
    await toCredentials();
    await choose(aFile('client.p12', 'bytes of the key', 'application/x-pkcs12'));
    await user.type(await screen.findByLabelText(/Pass phrase/), 'open sesame');
    await user.type(screen.getByLabelText(/Connection Name/), 'Head office');
    await user.clear(screen.getByLabelText(/Endpoint URL/));
    await user.type(screen.getByLabelText(/Endpoint URL/), 'https://ada:hunter2@cliq.test');
    expect(kept()).toContain('Head office');
    for (const secret of ['open sesame', 'bytes of the key', 'BEGIN', 'hunter2']) expect(kept()).not.toContain(secret);
  });

  it('restores the test result and the review', async () => {
    const { toReview, reload } = await openWizard();
    await toReview();
    const { press } = await reload();
    await screen.findByText('System overview');
    for (const shown of ['Head office', 'bundle.pem']) screen.getByText(shown);
    await press('Go Back');
    await screen.findByText('Connection test successful and is active.');
  });

  it('tests the stored connection again without storing a second one', async () => {
    serve(keySystems.create, aKeySystem());
    const answer = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/test') && init.method === 'POST' ? new Promise(() => undefined) : answer(url, init),
    );
    const { toTest, reload } = await openWizard();
    await toTest();
    await screen.findByText(/The key system is being asked/);
    vi.stubGlobal('fetch', answer);
    const created = serve(keySystems.create, 'internal');
    serve(keySystems.test, anAnswer('ACTIVE'));
    await reload();
    await screen.findByText('Connection test successful and is active.');
    expect(created.received).toEqual([]);
  });

  it('replaces the stored connection when the certificate is selected again', async () => {
    const { toReview, reload } = await openWizard();
    await toReview();
    const { press, choose } = await reload();
    await press('2 Configure Credentials, done');
    await screen.findByText(again);
    const removed = serve(keySystems.remove, { success: true });
    const { received } = serve(keySystems.create, aKeySystem());
    await choose(aFile('bundle.pem'));
    await press('Next Step');
    await screen.findByText('Connection test successful and is active.');
    expect([removed.received.length, received.length]).toEqual([1, 1]);
  });

  it('discards a setup that was left', async () => {
    const { user, press, router, toCredentials } = await openWizard();
    await toCredentials();
    await user.type(screen.getByLabelText(/Connection Name/), 'Head office');
    void router.navigate({ to: '/people' as string });
    await screen.findByRole('dialog', { name: 'Leave without finishing?' });
    await press('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
    expect(kept()).not.toContain('Head office');
  });
});

describe("AddKeySystemPage, the browser's Back", () => {
  it('goes to the step before, and leaves from the first', async () => {
    window.history.replaceState(null, '', '/key-systems');
    const history = createBrowserHistory();
    history.push('/add-key-system');
    history.flush();
    const { router, toCredentials, enter } = await openWizard(history);
    await toCredentials();
    await enter();
    window.history.back();
    await screen.findByRole('radio');
    await waitFor(() => expect(window.location.pathname).toBe('/add-key-system'));
    expect(router.state.location.pathname).toBe('/add-key-system');
    expect(screen.queryByRole('dialog')).toBeNull();
    window.history.back();
    await screen.findByRole('dialog', { name: 'Leave without finishing?' });
    history.destroy();
  });
});
