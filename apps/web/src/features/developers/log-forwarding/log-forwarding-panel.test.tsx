import { logDestinations } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { DevelopersPage } from '../developers-page';
import { aLogDestination } from './log-forwarding.fixture';

const open = () => renderPage(<DevelopersPage />, { path: '/developers', search: { tab: 'forwarding' } });

describe('log forwarding', () => {
  it('is set up to a receiver or to files', async () => {
    serve(logDestinations.list, { items: [] });
    const created = serve(logDestinations.create, aLogDestination());
    const { user } = await open();
    await screen.findByText('The log is not forwarded');
    await user.click(screen.getByRole('button', { name: 'Add destination' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add destination' }));
    await user.type(form.getByLabelText(/^Name/), 'SIEM');
    await user.type(form.getByLabelText(/^Host/), 'https://siem.example');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText('A name or an address, without protocol and port.');
    await user.clear(form.getByLabelText(/^Host/));
    await user.type(form.getByLabelText(/^Host/), 'siem.example');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await screen.findByText('The destination has been saved.');
    const fields = { name: 'SIEM', format: 'ocsf', is_enabled: true, from: 'now' };
    const target = { kind: 'syslog', host: 'siem.example', port: 6514, authority_pem: null };
    expect(created.received[0]?.body).toEqual({ ...fields, target });
    await user.click(await screen.findByRole('button', { name: 'Add destination' }));
    const other = within(await screen.findByRole('dialog', { name: 'Add destination' }));
    await user.type(other.getByLabelText(/^Name/), 'Archive');
    await user.click(other.getByRole('radio', { name: 'Files on the server' }));
    await user.type(other.getByLabelText(/^File name/), 'audit');
    await user.click(other.getByRole('radio', { name: 'CEF' }));
    await user.click(other.getByRole('radio', { name: 'The whole log' }));
    await user.click(other.getByRole('button', { name: 'Add' }));
    await expect
      .poll(() => created.received[1]?.body)
      .toEqual({
        ...fields,
        name: 'Archive',
        format: 'cef',
        from: 'start',
        target: { kind: 'file', file: 'audit', max_megabytes: 50, keep: 10 },
      });
  });

  it('says how far it is, what is wrong and what to do, and is deleted after the effect was stated', async () => {
    const last_error = { at: '2026-11-20T08:00:00.000Z', error: 'untrusted' as const };
    const behind = { waiting: 3, oldest_waiting_at: '2026-11-20T07:00:00.000Z' };
    serve(logDestinations.list, {
      items: [aLogDestination({ last_error, failing_since: '2026-11-19T08:00:00.000Z', ...behind })],
    });
    serve(logDestinations.sendTest, { error: 'timeout', duration_ms: 30_000 });
    const removed = serve(logDestinations.remove, { success: true });
    const { user } = await open();
    const item = within(await screen.findByRole('list', { name: 'Log forwarding' }));
    item.getByText('Failing');
    item.getByText(/Add the certificates of its authority/);
    item.getByText(/Sent up to entry 1,200/);
    item.getByText(/3 entries wait, the oldest of/);
    await user.click(item.getByRole('button', { name: 'Send a test to SIEM' }));
    await screen.findByText(/The receiver did not answer in time/);
    await user.click(item.getByRole('button', { name: 'Delete the destination SIEM' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete the destination SIEM?' }));
    question.getByText('3 waiting entries will not be sent.');
    await user.click(question.getByRole('button', { name: 'Delete destination' }));
    await screen.findByText('The destination has been deleted.');
    expect(removed.received).toHaveLength(1);
  });
});
