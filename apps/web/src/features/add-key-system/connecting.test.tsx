import { keySystems } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { serve } from '../../../test/render';
import { aFile, anAnswer, button, inputOf, openWizard } from './wizard.fixture';

const heading = (name: string) => screen.findByRole('heading', { name, level: 2 });

describe('AddKeySystemPage, test', () => {
  it('stores the connection, tests it and shows every step', async () => {
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, anAnswer('ACTIVE', 'CLIQ Web Manager answered.'));
    const { toTest } = await openWizard();
    await toTest();
    await screen.findByText('Connection test successful and is active.');
    screen.getByText('CLIQ Web Manager answered.');
    screen.getByText(aKeySystem().id);
    expect(
      within(screen.getByRole('list', { name: 'Steps of the connection test' })).getAllByRole('listitem').length,
    ).toBe(7);
    screen.getByText('server_certificate was tried.');
    expect(created.received[0]?.body).toMatchObject({
      name: 'Head office',
      cliq_api_url: 'https://cliq.example.com',
      domain_name: 'HQ',
      system_type: 'CLIQ_WEB_MANAGER',
    });
    expect(created.received[0]?.body).not.toHaveProperty('description');
    expect(button('Next: Review & Finish').disabled).toBe(false);
  });

  it('shows the steps of the running test as they arrive', async () => {
    const [first, ...others] = anAnswer('ACTIVE').steps;
    if (!first) throw new Error('seven steps');
    serve(keySystems.create, aKeySystem());
    const { toTest } = await openWizard();
    serve(keySystems.testProgress, {
      test: {
        certificate_id: aKeySystem().id,
        started_at: '2026-03-01T08:00:00Z',
        ended_at: null,
        is_passed: false,
        status_message: '',
        steps: [
          { ...first, message: 'Found it.' },
          ...others.map((step) => ({ ...step, state: 'pending' as const, message: '' })),
        ],
      },
    });
    let answer = () => undefined as unknown;
    const held = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    serve(keySystems.test, anAnswer('ACTIVE'));
    delayAnswer('/test', held);
    await toTest();
    await screen.findByText('Found it.');
    expect(screen.queryByText(/^read was tried/)).toBeNull();
    expect(button('Next: Review & Finish').disabled).toBe(true);
    answer();
    await screen.findByText('read was tried.');
  });

  it.each(['testing', 'pending'])('shows a test that answers %s as in progress', async (status) => {
    serve(keySystems.create, aKeySystem());
    const { toTest, press } = await openWizard();
    const served = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
      init.method === 'POST' && url.endsWith('/test')
        ? Promise.resolve(Response.json({ id: aKeySystem().id, status }))
        : served(url, init),
    );
    await toTest();
    await screen.findByText('The test has not ended yet. Test again to see its result.');
    expect(screen.queryByText(/needs validation/)).toBeNull();
    expect(button('Next: Review & Finish').disabled).toBe(true);
    vi.stubGlobal('fetch', served);
    serve(keySystems.test, anAnswer('ACTIVE'));
    await press('Test again');
    await screen.findByText('Connection test successful and is active.');
  });

  it('allows review of a pending validation and explains it', async () => {
    serve(keySystems.create, aKeySystem());
    serve(keySystems.test, anAnswer('PENDING_VALIDATION', 'Too many calls for now.'));
    const { toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('Connection created, but needs validation. Check details or retry.');
    screen.getByText(/You can proceed to review, but the connection may require further action later\./);
    await press('Next: Review & Finish');
    await heading('Review & Finish');
  });

  it('tests the stored connection again when the peer is unchanged', async () => {
    const created = serve(keySystems.create, aKeySystem());
    const tested = serve(keySystems.test, anAnswer('ERROR', 'The domain HQ is not known. Check it.'));
    const { toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('Connection creation or validation failed.');
    expect(button('Cannot Proceed').disabled).toBe(true);

    await press('Go Back & Edit Configuration');
    const title = await screen.findByText('Connection Failed');
    expect(title.closest('[role=alert]')?.textContent).toContain('The domain HQ is not known. Check it.');
    screen.getByText(/^'Head office' is already stored\./);
    expect(inputOf(/Domain Name/)).toBe('HQ');
    await press('Next Step');
    await screen.findByText('Connection creation or validation failed.');
    expect([created.received.length, tested.received.length]).toEqual([1, 2]);
  });

  it('changes the name of the stored connection', async () => {
    serve(keySystems.create, aKeySystem());
    serve(keySystems.get, aKeySystem());
    serve(keySystems.test, anAnswer('ERROR'));
    const updated = serve(keySystems.update, aKeySystem());
    const { user, toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('Connection creation or validation failed.');
    await press('Go Back & Edit Configuration');
    await user.type(await screen.findByLabelText(/Connection Name/), '2');
    await press('Next Step');
    await waitFor(() => expect(updated.received[0]?.body).toEqual({ name: 'Head office 2', description: null }));
  });

  it('replaces the failed connection when the peer was edited', async () => {
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, anAnswer('ERROR'));
    const removed = serve(keySystems.remove, { success: true });
    const { user, toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('Connection creation or validation failed.');
    await press('Go Back & Edit Configuration');
    await user.type(await screen.findByLabelText(/Domain Name/), '-South');
    await press('Next Step');
    await waitFor(() => expect(created.received.map(({ body }) => body.domain_name)).toEqual(['HQ', 'HQ-South']));
    expect(removed.received.map(({ params }) => params.id)).toEqual([aKeySystem().id]);
  });

  it('adds the connection again when it was deleted in the meantime', async () => {
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, 'not_found');
    const { toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('Connection creation or validation failed.');
    serve(keySystems.test, anAnswer('ACTIVE'));
    await press('Test again');
    await screen.findByText('Connection test successful and is active.');
    expect(created.received.length).toBe(2);
  });

  it('ignores an abandoned test of a connection that was replaced', async () => {
    const other = aKeySystem({ id: '01900000-0000-7000-8000-0000000000b2' });
    serve(keySystems.create, aKeySystem());
    serve(keySystems.remove, { success: true });
    const { user, toTest, press } = await openWizard();
    const ask = globalThis.fetch;
    let end = () => undefined as unknown;
    const held = new Promise((resolve) => {
      end = () => resolve(undefined);
    });
    const gone = { type: 'about:blank', title: 'Gone', status: 404, code: 'not_found', detail: '', request_id: 'r' };
    const left = vi.fn(() => Response.json(gone, { status: 404 }));
    delayAnswer('/test', held, left);
    await toTest();
    await screen.findByText(aKeySystem().id);
    vi.stubGlobal('fetch', ask);
    serve(keySystems.create, other);
    serve(keySystems.test, anAnswer('ACTIVE'));
    await press('Back');
    await user.type(await screen.findByLabelText(/Domain Name/), '-South');
    await press('Next Step');
    await screen.findByText('Connection test successful and is active.');
    screen.getByText(other.id);
    end();
    await waitFor(() => expect(left).toHaveBeenCalled());
    await press('Next: Review & Finish');
    await screen.findByText('System overview');
  });

  it('keeps the stored connection when the test itself could not run', async () => {
    const created = serve(keySystems.create, aKeySystem());
    serve(keySystems.test, 'overloaded');
    const { toTest, press } = await openWizard();
    await toTest();
    await screen.findByText('The key system was not tested.');
    serve(keySystems.test, anAnswer('CONFIGURED'));
    await press('Test again');
    await screen.findByText('Connection test successful and is active.');
    expect(created.received.length).toBe(1);
  });

  it('reports an answer without an ID', async () => {
    serve(keySystems.create, aKeySystem());
    const { toTest } = await openWizard();
    delayAnswer('/connections', Promise.resolve(), () => Response.json({ name: 'Head office' }, { status: 201 }));
    await toTest();
    await screen.findByText('Connection creation failed or did not return an ID.');
  });

  it('shows the status when the answer has no message', async () => {
    serve(keySystems.create, aKeySystem());
    serve(keySystems.test, anAnswer('ERROR', ''));
    const { toTest } = await openWizard();
    await toTest();
    await screen.findByText("Connection status is 'ERROR'.");
  });

  it('asks for a pass phrase when only the server detects that one is needed', async () => {
    const { toTest, press } = await openWizard();
    const message = 'The file is protected. Enter the pass phrase that was given with it.';
    delayAnswer('/connections', Promise.resolve(), () => refusal('client_certificate_pass_phrase', message));
    await toTest();
    await screen.findByText(message);
    await press('Go Back & Edit Configuration');
    const field = await screen.findByLabelText(/Pass phrase/, { selector: 'input' });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    screen.getByText('protected by a pass phrase');
  });

  it('sends certificate, key and pass phrase', async () => {
    const sent = vi.fn();
    const { press, toCredentials, enter, choose, user } = await openWizard();
    delayAnswer('/connections', Promise.resolve(), (body) => {
      sent(body instanceof FormData && body.getAll('client_certificate_bundle_pem_file').length);
      sent(body instanceof FormData && body.get('client_certificate_pass_phrase'));
      return refusal('name', 'Taken.');
    });
    await toCredentials();
    await enter();
    await choose(aFile('client.key', '-----BEGIN ENCRYPTED PRIVATE KEY-----'));
    await user.type(await screen.findByLabelText(/Pass phrase/, { selector: 'input' }), ' two words ');
    await press('Next Step');
    await screen.findByText('Taken.');
    expect(sent.mock.calls).toEqual([[2], [' two words ']]);
  });
});

/** Holds requests whose path ends with `end` until the gate opens; `answer` replaces the response. */
function delayAnswer(end: string, gate: Promise<unknown>, answer?: (body: unknown) => Response): void {
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (init.method !== 'POST' || !String(url).endsWith(end)) return ask(url, init);
    await gate;
    return answer ? answer(init.body) : ask(url, init);
  });
}

function refusal(path: string, message: string): Response {
  const code = 'validation_failed';
  const problem = { type: 'about:blank', title: 'Invalid', status: 422, code, detail: 'Invalid.', request_id: 'r' };
  return Response.json({ ...problem, errors: [{ path, message }] }, { status: 422 });
}
