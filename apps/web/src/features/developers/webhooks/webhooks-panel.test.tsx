import { webhooks } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { DevelopersPage } from '../developers-page';
import { aDelivery, aWebhook } from './webhooks.fixture';

const open = (search = {}) =>
  renderPage(<DevelopersPage />, { path: '/developers', search: { tab: 'webhooks', ...search } });

const secret = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';

describe('webhooks', () => {
  it('are added, and their secret is shown once', async () => {
    serve(webhooks.list, { items: [] });
    const created = serve(webhooks.create, { ...aWebhook(), secret });
    const { user } = await open();
    await screen.findByText('No webhooks yet');
    await user.click(screen.getByRole('button', { name: 'Add webhook' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add webhook' }));
    await user.type(form.getByLabelText(/^Address/), 'http://hooks.example');
    await user.click(form.getByRole('button', { name: 'Add' }));
    await form.findByText('Invalid URL format.');
    form.getByText('Choose at least one event.');
    await user.clear(form.getByLabelText(/^Address/));
    await user.type(form.getByLabelText(/^Address/), 'https://hooks.example/in');
    await user.click(form.getByRole('checkbox', { name: /^A run has failed/ }));
    serve(webhooks.list, { items: [aWebhook()] });
    await user.click(form.getByRole('button', { name: 'Add' }));
    const shown = await screen.findByRole('dialog', { name: 'Secret of the webhook' });
    expect(within(shown).getByRole('textbox', { name: 'Secret' })).toHaveProperty('value', secret);
    expect(created.received[0]?.body).toEqual({
      url: 'https://hooks.example/in',
      description: '',
      events: ['sync.failed'],
      is_enabled: true,
    });
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    await waitFor(() => expect(document.body.textContent).not.toContain(secret));
    expect(screen.queryByDisplayValue(secret)).toBeNull();
  });

  it('show how they are', async () => {
    const last_attempt = {
      at: '2026-11-20T08:00:00.000Z',
      status: null,
      duration_ms: 15_000,
      error: 'timeout' as const,
    };
    const failing_since = '2026-11-19T08:00:00.000Z';
    serve(webhooks.list, {
      items: [
        aWebhook({ failing_since, last_attempt, waiting: 2 }),
        aWebhook({ id: '01900000-0000-7000-8000-0000000000e2', is_enabled: false, disabled_because: 'failing' }),
      ],
    });
    await open();
    const list = await screen.findByRole('list', { name: 'Webhooks' });
    const [failing, off] = within(list).getAllByRole('listitem');
    expect(failing?.textContent).toContain('Failing');
    expect(failing?.textContent).toContain('No answer within 15 seconds.');
    expect(failing?.textContent).toContain('2 events wait.');
    expect(off?.textContent).toContain('Switched off after five days of failures.');
  });

  it('are tried by a test event, which says how it went', async () => {
    serve(webhooks.list, { items: [aWebhook()] });
    const attempts = [{ at: '2026-11-20T08:00:00.000Z', status: 500, duration_ms: 20, error: 'status' as const }];
    const sent = serve(webhooks.sendTest, aDelivery({ kind: 'webhook.test', attempts }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send a test to hooks.example' }));
    await screen.findByText('The receiver answered 500.');
    expect(sent.received).toHaveLength(1);
  });

  it('get a new secret, and are deleted, after the effect was stated', async () => {
    serve(webhooks.list, { items: [aWebhook({ waiting: 3 })] });
    serve(webhooks.rotateSecret, { ...aWebhook(), secret });
    const removed = serve(webhooks.remove, { success: true });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'New secret for hooks.example' }));
    const question = within(await screen.findByRole('dialog', { name: 'New secret for hooks.example?' }));
    question.getByText(/For 24 hours calls are signed with both/);
    await user.click(question.getByRole('button', { name: 'Create secret' }));
    const shown = await screen.findByRole('dialog', { name: 'Secret of the webhook' });
    await user.click(within(shown).getByRole('button', { name: 'I have stored it' }));
    await user.click(await screen.findByRole('button', { name: 'Delete the webhook hooks.example' }));
    const deletion = within(await screen.findByRole('dialog', { name: 'Delete the webhook hooks.example?' }));
    deletion.getByText('3 waiting events will not be sent.');
    await user.click(deletion.getByRole('button', { name: 'Delete webhook' }));
    await screen.findByText('The webhook has been deleted.');
    expect(removed.received[0]?.params.id).toBe(aWebhook().id);
  });

  it('list what was sent, filter it, and send one again', async () => {
    serve(webhooks.list, { items: [aWebhook()] });
    const listed = serve(webhooks.deliveries, { items: [aDelivery()], total: 1, limit: 20, offset: 0 });
    const resent = serve(webhooks.resend, aDelivery({ state: 'waiting', due_at: '2026-11-26T08:00:00.000Z' }));
    const { user } = await open({ webhook: aWebhook().id });
    const log = within(await screen.findByRole('dialog', { name: 'Sent to hooks.example' }));
    await log.findByText(/The receiver answered 503/);
    await user.click(log.getByRole('combobox', { name: 'Result' }));
    await user.click(await screen.findByRole('option', { name: 'Given up' }));
    await waitFor(() => expect(listed.received.at(-1)?.query.state).toBe('failed'));
    await user.click(await log.findByRole('button', { name: 'Send again: event 7' }));
    await screen.findByText('It is sent again.');
    expect(resent.received[0]?.params.delivery_id).toBe(aDelivery().id);
  });

  it('say why they cannot be listed', async () => {
    serve(webhooks.list, 'unavailable');
    await open();
    await screen.findByRole('alert');
    screen.getByRole('button', { name: 'Try again' });
  });
});
