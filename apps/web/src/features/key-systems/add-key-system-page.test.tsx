import { type KeySystemConnection, keySystems, sandbox } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { AddKeySystemPage } from './add-key-system-page';

const pem = '-----BEGIN CERTIFICATE-----';
// jsdom's files cannot be read, which the contract asks of an upload.
const bundle = Object.assign(new File([pem], 'bundle.pem'), { arrayBuffer: async () => new ArrayBuffer(0) });
const answerOf = ({ id }: KeySystemConnection, status: KeySystemConnection['status'], status_message: string) => ({
  id,
  status,
  status_message,
});

const inputOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

async function open() {
  serve(keySystems.list, { items: [], total: 0, page: 0, size: 200 });
  const page = await renderPage(<AddKeySystemPage />, { path: '/add-key-system' });
  const fill = async () => {
    await page.user.type(screen.getByLabelText(/Connection Name/), ' Head office ');
    await page.user.type(screen.getByLabelText(/Endpoint URL/), 'https://cliq.test');
    await page.user.type(screen.getByLabelText(/Domain Name/), 'HQ');
    await page.user.upload(screen.getByLabelText('Configuration File / Certificate'), bundle);
  };
  const save = () => page.user.click(screen.getByRole('button', { name: /and test|test again/ }));
  return { ...page, fill, save };
}

describe('AddKeySystemPage', () => {
  it('names every missing field in the words of the specification', async () => {
    serve(sandbox.get, 'not_found');
    const { save } = await open();
    await save();
    for (const message of [
      'Connection name is required.',
      'Endpoint URL is required.',
      'Domain Name is required for CLIQ Web Manager.',
      'A file upload is required.',
    ]) {
      await screen.findByText(message);
    }
    expect(screen.getByLabelText(/Connection Name/).getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['cliq.test', 'http://cliq.test'])('refuses the address %s', async (address) => {
    serve(sandbox.get, 'not_found');
    const { user, save } = await open();
    await user.type(screen.getByLabelText(/Endpoint URL/), address);
    await save();
    await screen.findByText('Invalid URL format.');
  });

  it('stores what was entered, tests it and offers the ways on', async () => {
    serve(sandbox.get, 'not_found');
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, answerOf(aKeySystem(), 'ACTIVE', 'CLIQ Web Manager answered.'));
    const { fill, save } = await open();
    await fill();
    await save();

    await screen.findByText('Connection test successful and is active.');
    screen.getByText('CLIQ Web Manager answered.');
    expect(created.received[0]?.body).toMatchObject({
      name: 'Head office',
      cliq_api_url: 'https://cliq.test',
      domain_name: 'HQ',
      system_type: 'CLIQ_WEB_MANAGER',
    });
    expect(created.received[0]?.body).not.toHaveProperty('description');
    const plan = screen.getByRole('link', { name: 'Create a key plan' });
    expect(plan.getAttribute('href')).toBe('/keys/key-plans?dialog=create');
    screen.getByRole('link', { name: 'Go to the connection manager' });
  });

  it('tests the stored connection again when nothing about the peer was edited', async () => {
    serve(sandbox.get, 'not_found');
    const created = serve(keySystems.create, aKeySystem());
    const tested = serve(keySystems.test, answerOf(aKeySystem(), 'ERROR', 'The domain HQ is not known. Check it.'));
    const { user, fill, save } = await open();
    await fill();
    await save();
    await screen.findByText('The domain HQ is not known. Check it.');

    await user.click(screen.getByRole('button', { name: 'Go Back & Edit Configuration' }));
    screen.getByText('Head office is stored but did not pass its test.');
    expect(inputOf(/Connection Name/)).toBe('Head office');
    await save();
    await screen.findByText('The domain HQ is not known. Check it.');
    expect([created.received.length, tested.received.length]).toEqual([1, 2]);
  });

  it('removes the failed connection and adds it anew when the peer was edited', async () => {
    serve(sandbox.get, 'not_found');
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, answerOf(aKeySystem(), 'ERROR', 'The domain HQ is not known. Check it.'));
    const removed = serve(keySystems.remove, { success: true });
    const { user, fill, save } = await open();
    await fill();
    await save();
    await user.click(await screen.findByRole('button', { name: 'Go Back & Edit Configuration' }));
    await user.type(screen.getByLabelText(/Domain Name/), '-South');
    await save();

    await screen.findByRole('button', { name: 'Test again' });
    expect(removed.received.map(({ params }) => params.id)).toEqual([aKeySystem().id]);
    expect(created.received.map(({ body }) => body.domain_name)).toEqual(['HQ', 'HQ-South']);
  });

  it('keeps the stored connection when the test itself could not run', async () => {
    serve(sandbox.get, 'not_found');
    serve(keySystems.create, aKeySystem());
    serve(keySystems.test, 'overloaded');
    const { user, fill, save } = await open();
    await fill();
    await save();
    await screen.findByText('The connection is stored, but the test did not run.');

    serve(keySystems.test, answerOf(aKeySystem(), 'CONFIGURED', 'It answered.'));
    await user.click(screen.getByRole('button', { name: 'Test again' }));
    await screen.findByText('It answered.');
  });

  it('shows on the form what the server refused', async () => {
    serve(sandbox.get, 'not_found');
    serve(keySystems.create, 'conflict');
    const { fill, save } = await open();
    await fill();
    await save();
    const title = await screen.findByText('Connection Failed');
    expect(title.closest('[role=alert]')?.textContent).toContain('Not possible in the present state.');
  });

  it('fills in the sandbox and says that it is one', async () => {
    serve(sandbox.get, {
      key_system: {
        cliq_api_url: 'https://localhost:4443',
        domain_name: 'PRACTICE',
        client_certificate_bundle_pem: pem,
      },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Fill in the sandbox’s values' }));
    expect(inputOf(/Endpoint URL/)).toBe('https://localhost:4443');
    expect(inputOf(/Domain Name/)).toBe('PRACTICE');
    screen.getByText('sandbox-client-certificate.pem');
    screen.getByText(/It has no real doors: nothing you do there reaches a lock/);
  });

  it('offers no sandbox where none runs', async () => {
    serve(sandbox.get, 'not_found');
    await open();
    await screen.findByRole('button', { name: 'Add and test' });
    expect(screen.queryByText('Try it with the sandbox.')).toBeNull();
  });
});
