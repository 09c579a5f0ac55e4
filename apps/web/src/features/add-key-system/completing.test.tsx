import { keySystems } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { serve } from '../../../test/render';
import { button, openWizard } from './wizard.fixture';

describe('AddKeySystemPage, review', () => {
  it('completes a working connection and opens the connection manager', async () => {
    serve(keySystems.get, aKeySystem());
    const { press, toReview, router } = await openWizard();
    await toReview();
    for (const shown of ['Head office', 'https://cliq.example.com', 'bundle.pem']) screen.getByText(shown);
    await press('Complete Setup');
    await waitFor(() => expect(router.state.location.pathname).toBe('/connection-manager'));
  });

  it('does not complete a connection pending validation', async () => {
    const { press, toReview } = await openWizard();
    await toReview('PENDING_VALIDATION');
    await press('Complete Setup');
    const alert = 'Cannot complete setup. Connection status is: PENDING_VALIDATION. Message: It answered.';
    expect(screen.getByText(alert).closest('[role=alert]')).not.toBeNull();
  });

  it('checks the status again, and does not complete a connection that failed since the test', async () => {
    serve(keySystems.get, aKeySystem({ status: 'ERROR', error_message: 'It answers no more.' }));
    const { press, toReview } = await openWizard();
    await toReview();
    await press('Complete Setup');
    await screen.findByText('Cannot complete setup. Connection status is: ERROR. Message: It answers no more.');
    expect(button('Complete Setup').disabled).toBe(true);
    await press('Go Back');
    await screen.findByText('Connection creation or validation failed.');
  });

  it('shows why the last call failed and can be retried', async () => {
    serve(keySystems.get, 'overloaded');
    const { press, toReview, router } = await openWizard();
    await toReview();
    await press('Complete Setup');
    await screen.findByText('Failed to finalize configuration.');
    serve(keySystems.get, aKeySystem());
    await press('Complete Setup');
    await waitFor(() => expect(router.state.location.pathname).toBe('/connection-manager'));
  });

  it('goes back to the test result without testing again, and to the credentials by a click', async () => {
    const { press, toReview } = await openWizard();
    await toReview();
    const tested = serve(keySystems.test, 'overloaded');
    await press('Go Back');
    await screen.findByRole('heading', { name: 'Test Connection', level: 2 });
    screen.getByText('Connection test successful and is active.');
    expect(tested.received.length).toBe(0);
    await press('Next: Review & Finish');
    await screen.findByText('System overview');
    expect(screen.queryByRole('button', { name: /Test Connection/ })).toBeNull();
    await press('2 Configure Credentials, done');
    await screen.findByLabelText(/Connection Name/);
  });

  it('saves names and fingerprints, never key material', async () => {
    const saved: Blob[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      expect(this.download).toBe('key-system-config.json');
    });
    URL.createObjectURL = (blob) => {
      if (blob instanceof Blob) saved.push(blob);
      return 'blob:saved';
    };
    URL.revokeObjectURL = () => undefined;
    const { press, toReview } = await openWizard();
    await toReview();
    await press('Download Config');
    const text = await textOf(saved[0]);
    expect(JSON.parse(text)).toEqual({
      id: aKeySystem().id,
      name: 'Head office',
      description: null,
      system_type: 'CLIQ_WEB_MANAGER',
      cliq_api_url: 'https://cliq.example.com',
      domain_name: 'HQ',
      client_certificate: {
        file_names: ['bundle.pem'],
        ...aKeySystem().active_configuration.config_data.client_certificate_info,
      },
    });
    expect(text).not.toContain('BEGIN');
  });
});

describe('AddKeySystemPage in a narrow window', () => {
  it('counts the steps, and goes back to completed ones', async () => {
    vi.stubGlobal('innerWidth', 390);
    const { toReview, press } = await openWizard();
    screen.getByText('Step 1 of 4');
    await toReview();
    screen.getByText('Step 4 of 4');
    const ways = screen.getAllByRole('button', { name: /, done$/ }).map(({ textContent }) => textContent);
    expect(ways).toEqual(['1 Select, done', '2 Configure Credentials, done']);
    await press('2 Configure Credentials, done');
    await screen.findByText('Step 2 of 4');
  });
});

/** jsdom's blobs have no text(). */
const textOf = (blob: Blob | undefined) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    if (blob) reader.readAsText(blob);
  });
