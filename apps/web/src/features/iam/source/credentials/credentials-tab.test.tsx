import { type SourceCredential, sourceCredentials } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCredential } from '#data/sources/source-status.fixture';
import { serve } from '../../../../../test/render';
import { openTab } from '../open-tab.fixture';

const next = aCredential({ id: '01900000-0000-7000-8000-0000000000d2', state: 'next', days_left: 12 });

/** jsdom cannot read files, but the contract does. */
const aFile = (name: string, size = 1) =>
  Object.assign(new File(['x'.repeat(size)], name), { arrayBuffer: async () => new ArrayBuffer(1) });

async function open(items: SourceCredential[]) {
  serve(sourceCredentials.list, { items });
  const rendered = await openTab('credentials');
  await screen.findByRole('heading', { name: 'Secrets and certificates' });
  return rendered;
}

/** The input has no accessible name: people use its button. */
function fileInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for files.');
  return input;
}

describe('the credentials of a source', () => {
  it('show their expiry and which one is active', async () => {
    await open([aCredential(), next]);
    screen.getByText('In use');
    screen.getByText('To be activated');
    screen.getByText(/It ends in 12 days/);
    expect(screen.getAllByRole('button', { name: 'Activate' })).toHaveLength(1);
  });

  it('are switched after the effect was stated', async () => {
    const { user } = await open([aCredential(), next]);
    const activated = serve(sourceCredentials.activate, { items: [next] });
    await user.click(screen.getByRole('button', { name: 'Activate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Use this one from now on?' }));
    dialog.getByText(/It has not passed a test yet/);
    await user.click(dialog.getByRole('button', { name: 'Activate' }));
    await screen.findByText('Activated. The source is called with it from now on.');
    expect(activated.received[0]?.params.credential_id).toBe(next.id);
  });

  it.each([
    ['key.pem', 1, 'Only .pfx and .p12 files are supported'],
    ['key.pfx', 20_481, 'Certificate file must be smaller than 20KB'],
  ])('refuse file %s of %i bytes', async (name, size, words) => {
    const { user } = await open([]);
    screen.getByText('Nothing is stored here');
    const added = serve(sourceCredentials.addCertificate, next);
    fileInput().removeAttribute('accept');
    await user.upload(fileInput(), aFile(name, size));
    await user.type(screen.getByLabelText(/Password of the file/), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Upload certificate' }));
    await screen.findByText(words);
    expect(added.received).toEqual([]);
  });

  it('accept a certificate with its password', async () => {
    const { user } = await open([]);
    const added = serve(sourceCredentials.addCertificate, next);
    await user.upload(fileInput(), aFile('key.p12', 20_480));
    await user.type(screen.getByLabelText(/Password of the file/), 'open sesame');
    await user.click(screen.getByRole('button', { name: 'Upload certificate' }));
    await screen.findByText('The certificate is stored. Test it, then activate it.');
    expect(added.received[0]?.body.certificate_password).toBe('open sesame');
  });

  it('accept a secret with its expiry date', async () => {
    const { user } = await open([]);
    const added = serve(sourceCredentials.addSecret, next);
    await user.type(screen.getByLabelText(/^Secret( \*)?$/), 'short');
    await user.click(screen.getByRole('button', { name: 'Store secret' }));
    await screen.findByText('A secret has at least 8 characters.');
    await user.type(screen.getByLabelText(/^Secret( \*)?$/), ' but longer');
    await user.type(screen.getByLabelText(/Ends on/), '2037-03-01');
    await user.click(screen.getByRole('button', { name: 'Store secret' }));
    await waitFor(() => expect(added.received).toHaveLength(1));
    expect(added.received[0]?.body).toEqual({ secret: 'short but longer', expires_at: '2037-03-01T00:00:00.000Z' });
    await waitFor(() => expect(screen.getByLabelText(/^Secret( \*)?$/)).toHaveProperty('value', ''));
  });
});
