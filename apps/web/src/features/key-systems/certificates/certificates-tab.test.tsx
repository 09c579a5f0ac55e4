import { clientCertificates, type KeySystemConnection, keySystems } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aCertificate, aDiagnosis, withCertificate } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeySystemsPage } from '../key-systems-page';

const standby = {
  id: '01900000-0000-7000-8000-0000000000c2',
  created_at: '2026-03-01T08:00:00Z',
  info: aCertificate(400, { subject: 'CN=key2xs-2027', fingerprint_sha256: '12:34:56' }),
  last_test: null,
};
const alone = withCertificate(aCertificate(27));
const withStandby = withCertificate(aCertificate(27), { standby_certificate: standby });

/** jsdom cannot read files, but the contract does. */
const aFile = (name: string) => Object.assign(new File(['x'], name), { arrayBuffer: async () => new ArrayBuffer(1) });

async function open(connection: KeySystemConnection) {
  serve(keySystems.list, { items: [connection], total: 1, page: 0, size: 200 });
  serve(keySystems.get, connection);
  serve(keySystems.testProgress, { test: connection.standby_certificate?.last_test ?? null });
  const search = { connection: connection.id, tab: 'certificates' };
  const rendered = await renderPage(<KeySystemsPage />, { path: '/key-systems', search });
  return { ...rendered, dialog: within(await screen.findByRole('dialog', { name: 'Head office' })) };
}

describe('the certificates of a key system', () => {
  it.each([
    [27, 'The certificate ends in 27 days.', 'amber'],
    [7, 'The certificate ends in 7 days.', 'red'],
    [0, 'The certificate ends today.', 'red'],
    [-3, 'The certificate has ended.', 'red'],
  ])('show a warning %i days before the end', async (days, words, tone) => {
    const { dialog } = await open(withCertificate(aCertificate(days)));
    const notice = dialog.getByText(words).closest('.notice');
    expect(notice?.className).toContain(`tone-${tone}`);
    expect(notice?.textContent).toContain('Ask the operator of the key system for a new one');
  });

  it('show no warning long before the end', async () => {
    const { dialog } = await open(withCertificate(aCertificate(61)));
    dialog.getByText('RSA 2048');
    expect(dialog.queryByText(/The certificate ends/)).toBeNull();
  });

  it('accept files and a pass phrase as the standby one', async () => {
    const { dialog, user, container } = await open(alone);
    const added = serve(clientCertificates.add, withStandby);
    serve(keySystems.get, withStandby);
    await dialog.findByLabelText('Pass phrase');
    await user.upload(fileInput(container.ownerDocument), [aFile('new.crt'), aFile('new.key')]);
    await user.type(dialog.getByLabelText('Pass phrase'), 'open sesame');
    await user.click(dialog.getByRole('button', { name: 'Add as standby' }));
    await screen.findByText('The standby certificate was added. Test it before you make it active.');
    expect(added.received[0]?.body.pass_phrase).toBe('open sesame');
    const region = within(await dialog.findByRole('region', { name: 'Standby certificate' }));
    region.getByText('CN=key2xs-2027');
  });

  it('require a file, and show at the form why a certificate is refused', async () => {
    const { dialog, user, container } = await open(alone);
    await user.click(dialog.getByRole('button', { name: 'Add as standby' }));
    await dialog.findByText('A file upload is required.');
    serve(clientCertificates.add, 'conflict');
    await user.upload(fileInput(container.ownerDocument), [aFile('same.pem')]);
    await user.click(dialog.getByRole('button', { name: 'Add as standby' }));
    await dialog.findByText('The certificate was not added.');
    dialog.getByText('Not possible in the present state.');
  });

  it('are tested one by one, with visible steps', async () => {
    const { dialog, user } = await open(withStandby);
    const failed = aDiagnosis({
      certificate_id: standby.id,
      is_passed: false,
      status_message: 'The key system refused the certificate.',
    });
    const tested = serve(clientCertificates.test, { id: alone.id, status: 'ERROR', status_message: '', steps: [] });
    serve(keySystems.testProgress, { test: failed });
    await user.click(dialog.getByRole('button', { name: 'Test with this one' }));
    await dialog.findByText(/The key system refused the certificate\./);
    expect(dialog.getAllByRole('listitem').length).toBeGreaterThanOrEqual(7);
    expect(tested.received[0]?.params).toEqual({ id: alone.id, certificate_id: standby.id });
  });

  it('are switched after the effect was stated', async () => {
    const { dialog, user } = await open(withStandby);
    const activated = serve(clientCertificates.activate, withStandby);
    await user.click(dialog.getByRole('button', { name: 'Make active' }));
    const question = within(dialog.getByRole('group', { name: 'Make this certificate active?' }));
    question.getByText(/From now on Key2XS calls Head office with CN=key2xs-2027/);
    question.getByText(/becomes the standby, so that you can go back/);
    question.getByText(/It has not passed a test yet/);
    expect(activated.received).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Make active' }));
    await screen.findByText("'Head office' now uses the new certificate.");
    expect(activated.received).toHaveLength(1);
  });

  it('do not warn of the switch once the test has passed', async () => {
    const tested = { ...standby, last_test: aDiagnosis({ certificate_id: standby.id }) };
    const { dialog, user } = await open(withCertificate(aCertificate(27), { standby_certificate: tested }));
    await user.click(dialog.getByRole('button', { name: 'Make active' }));
    dialog.getByRole('group', { name: 'Make this certificate active?' });
    expect(dialog.queryByText(/has not passed a test/)).toBeNull();
  });

  it.each(['Make active', 'Remove'])('close a question with Escape and focus its button: %s', async (name) => {
    const { dialog, user } = await open(withStandby);
    await user.click(dialog.getByRole('button', { name }));
    dialog.getByRole('group');
    await user.keyboard('{Escape}');
    expect(dialog.queryByRole('group')).toBeNull();
    expect(dialog.getByRole('button', { name })).toBe(document.activeElement);
    await user.click(dialog.getByRole('button', { name }));
    await user.tab();
    await user.keyboard('{Escape}');
    expect(dialog.queryByRole('group')).toBeNull();
    dialog.getByText('CN=key2xs-2027');
  });

  it('remove the standby one only after a question', async () => {
    const { dialog, user } = await open(withStandby);
    const removed = serve(clientCertificates.remove, alone);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    const question = within(dialog.getByRole('group', { name: 'Remove the standby certificate?' }));
    await user.click(question.getByRole('button', { name: 'Cancel' }));
    expect(removed.received).toEqual([]);

    serve(keySystems.get, alone);
    await user.click(dialog.getByRole('button', { name: 'Remove' }));
    await user.click(within(dialog.getByRole('group')).getByRole('button', { name: 'Remove' }));
    await screen.findByText('The standby certificate was removed.');
    await waitFor(() => expect(dialog.queryByText('CN=key2xs-2027')).toBeNull());
  });
});

/** The input has no accessible name: people use its button. */
function fileInput(page: Document): HTMLInputElement {
  const input = page.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('There is no input for files.');
  return input;
}
