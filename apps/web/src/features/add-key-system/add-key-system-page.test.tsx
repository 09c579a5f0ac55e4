import { keySystems, sandbox } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { session } from '#lib/session';
import { serve } from '../../../test/render';
import { aFile, button, inputOf, openWizard } from './wizard.fixture';

describe('AddKeySystemPage, select', () => {
  it('requires a selection before the next step', async () => {
    const { user, press } = await openWizard();
    expect(button('Next Step').getAttribute('aria-disabled')).toBe('true');
    await press('Next Step');
    const missing = 'Please select a key system type to proceed.';
    expect(screen.getByText(missing).closest('[role=alert]')).not.toBeNull();
    await user.click(screen.getByRole('radio', { name: /CLIQ Web Manager/ }));
    expect(screen.queryByText(missing)).toBeNull();
    await press('Next Step');
    await screen.findByRole('heading', { name: 'Configure Credentials' });
  });

  it('goes back to the dashboard when there is no previous page', async () => {
    const { press, router } = await openWizard();
    await press('Back to Dashboard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/dashboards/start'));
  });

  it('goes back to the previous page', async () => {
    const { press, router } = await openWizard();
    await router.navigate({ to: '/key-systems' as string });
    await router.navigate({ to: '/add-key-system' as string });
    await press('Back to Dashboard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/key-systems'));
  });
});

describe('AddKeySystemPage, configure', () => {
  it('names every missing field in the words of the specification', async () => {
    const { user, press, toCredentials } = await openWizard();
    await toCredentials();
    expect(inputOf(/Endpoint URL/)).toBe('https://cliq.example.com');
    await user.clear(screen.getByLabelText(/Endpoint URL/));
    await user.type(screen.getByLabelText(/Connection Name/), '   ');
    await press('Next Step');
    for (const message of [
      'Connection name is required.',
      'Endpoint URL is required.',
      'Domain Name is required for CLIQ Web Manager.',
      'A file upload is required.',
    ]) {
      await screen.findByText(message);
    }
    expect(screen.getByLabelText(/Connection Name/).getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(screen.getByLabelText(/Connection Name/));
  });

  it('focuses the file button when only the certificate is missing', async () => {
    const { user, press, toCredentials } = await openWizard();
    await toCredentials();
    await user.type(screen.getByLabelText(/Connection Name/), 'Head office');
    await user.type(screen.getByLabelText(/Domain Name/), 'HQ');
    await press('Next Step');
    await screen.findByText('A file upload is required.');
    expect(document.activeElement).toBe(button('Choose file'));
  });

  it.each([
    ['cliq.test', 'Invalid URL format.'],
    ['http://cliq.test', 'Invalid URL format.'],
    ['https://ada:secret@cliq.test', /^Leave user name and password out of the address\./],
  ])('refuses the address %s', async (address, message) => {
    const { user, press, toCredentials } = await openWizard();
    await toCredentials();
    await user.clear(screen.getByLabelText(/Endpoint URL/));
    await user.type(screen.getByLabelText(/Endpoint URL/), address);
    await press('Next Step');
    await screen.findByText(message);
  });

  it('asks for the pass phrase of a protected file together with everything else', async () => {
    const { press, toCredentials, choose } = await openWizard();
    await toCredentials();
    expect(screen.queryByLabelText(/Pass phrase/)).toBeNull();
    await choose(aFile('client.p12', '', 'application/x-pkcs12'));
    await press('Next Step');
    await screen.findByText('Enter the pass phrase: the file is protected.');
    screen.getByText('Connection name is required.');
    await press('Remove client.p12');
    await waitFor(() => expect(screen.queryByLabelText(/Pass phrase/)).toBeNull());
  });

  it('takes certificate and key chosen one after the other, but no more than three files', async () => {
    const { press, toCredentials, choose } = await openWizard();
    await toCredentials();
    await choose(aFile('client.crt'));
    await choose(aFile('client.key'));
    screen.getByText('client.crt');
    await choose(aFile('chain.pem'), aFile('other.pem'));
    await press('Next Step');
    await screen.findByText('At most 3 files: certificate, private key and chain. Remove one.');
  });

  it('announces the move to the test, but not the way back', async () => {
    const { press, toCredentials, enter } = await openWizard();
    await toCredentials();
    await press('Back');
    expect(screen.queryByText('Testing...')).toBeNull();
    await screen.findByRole('radio');
    await press('Next Step');
    await screen.findByLabelText(/Connection Name/);
    await enter();
    serve(keySystems.create, 'conflict');
    await press('Next Step');
    expect((await screen.findByText('Testing...')).closest('form')).not.toBeNull();
    await screen.findByRole('heading', { name: 'Test Connection', level: 2 });
  });

  it('refuses a file that is far too large for a certificate', async () => {
    const { press, toCredentials, choose } = await openWizard();
    await toCredentials();
    await choose(Object.defineProperty(aFile('film.pem'), 'size', { value: 300_000 }));
    await press('Next Step');
    await screen.findByText(/The upload is larger than 256 KB/);
  });

  it('reports an unreadable file', async () => {
    const { user, toCredentials } = await openWizard();
    await toCredentials();
    const gone = Object.assign(aFile('gone.pem'), { arrayBuffer: () => Promise.reject(new Error('gone')) });
    await user.upload(screen.getByLabelText(/Configuration File/), gone);
    await screen.findByText('gone.pem cannot be read from this computer. Choose it again.');
  });

  it('fills in the sandbox, keeps an entered name, and states that it has no real doors', async () => {
    const { user, toCredentials } = await openWizard();
    serve(sandbox.get, {
      key_system: {
        cliq_api_url: 'https://localhost:4443',
        domain_name: 'PRACTICE',
        client_certificate_bundle_pem: '-----BEGIN CERTIFICATE-----',
      },
    });
    await toCredentials();
    await user.type(screen.getByLabelText(/Connection Name/), 'Practice');
    await user.click(await screen.findByRole('button', { name: 'Fill in the sandbox’s values' }));
    expect(inputOf(/Connection Name/)).toBe('Practice');
    expect(inputOf(/Endpoint URL/)).toBe('https://localhost:4443');
    expect(inputOf(/Domain Name/)).toBe('PRACTICE');
    screen.getByText('sandbox-client-certificate.pem');
    screen.getByText(/It has no real doors: nothing you do there reaches a lock/);
  });
});

describe('AddKeySystemPage, leaving', () => {
  it('asks before input is lost, and stays on request', async () => {
    const { user, press, router, toCredentials } = await openWizard();
    await toCredentials();
    await user.type(screen.getByLabelText(/Connection Name/), 'Head office');
    await press('Back');
    await screen.findByRole('radio');
    await press('Back to Dashboard');
    await screen.findByText('What you have entered is lost. Nothing has been stored.');
    await press('Stay');
    await press('Next Step');
    await screen.findByLabelText(/Connection Name/);
    expect(inputOf(/Connection Name/)).toBe('Head office');
    expect(router.state.location.pathname).toBe('/add-key-system');
  });

  it('leaves on confirmation', async () => {
    const { user, press, router, toCredentials } = await openWizard();
    await toCredentials();
    await user.type(screen.getByLabelText(/Connection Name/), 'Head office');
    void router.navigate({ to: '/people' as string });
    await screen.findByRole('dialog', { name: 'Leave without finishing?' });
    await press('Leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
  });

  it('does not block the end of the session, which discards the setup', async () => {
    const { router, toCredentials, enter } = await openWizard();
    await toCredentials();
    await enter();
    expect(JSON.stringify({ ...sessionStorage })).toContain('Head office');
    session.signOut();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Head office');
    await router.navigate({ to: '/login' as string });
    expect(router.state.location.pathname).toBe('/login');
  });
});
