import { entraSetup, iam, mappings, sourceWebhooks, timetables } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { entraFieldRules } from '#data/sources/field-rules.fixture';
import { aTimetable } from '#data/tasks/timetables.fixture';
import { renderPage, serve } from '../../../../../test/render';
import { aTask } from '../../../tasks/task.fixture';
import { aSource } from '../../source.fixture';
import { IamWizardPage } from '../../wizard/iam-wizard-page';
import { aReadySetup, aSchema, aSetup, someOptions } from './setup.fixture';

const path = '/connect/iam-wizard';
const { session } = aSetup();
const current = () => document.querySelector('[aria-current="step"]')?.textContent;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const peer = {
  tenant_id: 'aaaaaaaa-0000-4000-8000-000000000001',
  client_id: 'bbbbbbbb-0000-4000-8000-000000000002',
  client_secret: 'a throwaway secret',
  certificate_p12: '',
  certificate_pass_phrase: '',
  login_url: '',
  graph_url: '',
  consent_url: '',
};
const aWebhook = {
  subscriptions: [],
  received: 0,
  refused: 0,
  last_event_at: null,
  last_pull_at: null,
  waiting: 0,
};

function serveSetup(setup = aSetup(), options = someOptions()) {
  serve(entraSetup.options, { ...options, sandbox: peer });
  serve(entraSetup.status, setup);
}
const open = (search: Record<string, string>) => renderPage(<IamWizardPage />, { path, search });

/** Answers 422 without a body, as another server might. */
function refuseWithoutReason(path: string) {
  const served = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url.startsWith(`/api/v1${path}`) ? Promise.resolve(new Response('{}', { status: 422 })) : served(url, init),
  );
}

describe('IamWizardPage, the kind', () => {
  it('offers Entra ID and the staff list, and names what comes later', async () => {
    serveSetup();
    const { user, router } = await open({});
    await screen.findByText('Active Directory / LDAP and SCIM come later.');
    await user.click(await button('Microsoft Entra ID'));
    expect(router.state.location.search).toEqual({ kind: 'entra_id' });
    await screen.findByLabelText(/Connection name/);
  });

  it('links to a set-up started in another browser', async () => {
    serveSetup(aSetup(), someOptions({ open: [aSetup()] }));
    const { router, user } = await open({});
    await user.click(await screen.findByRole('link', { name: 'Continue City directory' }));
    expect(router.state.location.search).toEqual({ kind: 'entra_id', setup: session });
  });
});

describe('EntraWizard, the name', () => {
  it('is checked with the messages of the specification before it is sent', async () => {
    serveSetup();
    const { received } = serve(entraSetup.initiate, aSetup());
    const { user } = await open({ kind: 'entra_id' });
    await user.type(await screen.findByLabelText(/Connection name/), 'ab{Enter}');
    await screen.findByText('Connection name must be between 3 and 100 characters');
    await user.type(screen.getByLabelText(/Connection name/), '/c{Enter}');
    await screen.findByText('Connection name can only contain letters, numbers, spaces, underscores, and hyphens');
    expect(received).toEqual([]);
  });

  it('starts with the sandbox by one button, and puts the set-up into the URL', async () => {
    serveSetup();
    const { received } = serve(entraSetup.initiate, aSetup());
    const { user, router } = await open({ kind: 'entra_id' });
    await user.click(await button('Fill in the sandbox’s values'));
    await user.click(await button('Next: Connect'));
    await screen.findByRole('link', { name: 'Open the consent page of Microsoft' });
    expect(received[0]?.body).toEqual({
      connection_name: 'Sandbox directory',
      sandbox: true,
      origin: window.location.origin,
    });
    expect(router.state.location.search).toEqual({ kind: 'entra_id', setup: session });
  });

  it('shows what the server finds invalid', async () => {
    serveSetup();
    serve(entraSetup.initiate, 'validation_failed');
    const { user } = await open({ kind: 'entra_id' });
    await user.type(await screen.findByLabelText(/Connection name/), 'City{Enter}');
    await screen.findByText(/^Validation error: /);
  });

  it('reports an invalid name when the server gives no reason', async () => {
    serveSetup();
    refuseWithoutReason('/auth/entra/setup/initiate');
    const { user } = await open({ kind: 'entra_id' });
    await user.type(await screen.findByLabelText(/Connection name/), 'City{Enter}');
    await screen.findByText('Invalid connection name format');
  });
});

describe('EntraWizard, connecting', () => {
  it('opens the consent in its own window, and detects when it was given', async () => {
    serveSetup();
    await open({ setup: session });
    const link = await screen.findByRole('link', { name: 'Open the consent page of Microsoft' });
    expect([link.getAttribute('target'), link.getAttribute('href')]).toEqual(['_blank', aSetup().consent_url]);
    expect(current()).toBe('2 Connect');
    serve(entraSetup.status, aReadySetup());
    await screen.findByRole('region', { name: 'Is this your organisation?' });
  });

  it('explains why consent is unavailable, and accepts an app registration', async () => {
    serveSetup(aSetup({ status: 'initiated', consent_url: null }));
    const { received } = serve(entraSetup.enter, aSetup({ status: 'verifying', consent_url: null }));
    const { user } = await open({ setup: session });
    await screen.findByText('This installation has no application of its own.');
    await screen.findByText('http://localhost:3000/auth/callback/entra-id');
    await screen.findByRole('button', { name: 'Copy the redirect address' });
    await user.click(await button('Fill in the sandbox’s values'));
    serve(entraSetup.status, aSetup({ status: 'verifying', consent_url: null }));
    await user.click(await button('Next: Check'));
    await screen.findByRole('list', { name: 'Checks' });
    const { tenant_id, client_id, client_secret } = peer;
    expect(received[0]?.body).toMatchObject({ tenant_id, client_id, client_secret });
  });

  it('goes back to the name when cancelled, even if the server cannot be reached', async () => {
    serveSetup();
    serve(entraSetup.cancel, 'overloaded');
    const { user, router } = await open({ setup: session });
    await user.click(await button('Cancel set-up'));
    await screen.findByLabelText(/Connection name/);
    expect(router.state.location.search).toEqual({ kind: 'entra_id' });
  });

  it('shows the server’s message about a set-up that is gone', async () => {
    serveSetup();
    serve(entraSetup.status, 'not_found');
    await open({ setup: session });
    await screen.findByText('Not found.');
  });
});

describe('EntraWizard, the checks', () => {
  it('shows them one by one, with what is missing and when they are tried again', async () => {
    const checks = aSetup().checks.map((check) =>
      check.name === 'permissions'
        ? { ...check, state: 'running' as const, message: 'Still missing: User.Read.All.' }
        : check,
    );
    const waiting = { status: 'consent_received', checks, next_try_at: '2037-03-03T10:00:00.000Z' } as const;
    serveSetup(aSetup(waiting));
    await open({ setup: session });
    const list = within(await screen.findByRole('list', { name: 'Checks' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)[1]).toBe(
      'Permissions: under way. Still missing: User.Read.All.',
    );
    await screen.findByText(/^Next try /);
  });

  it.each([
    ['denied', 'No one consented'],
    ['failed', 'The check failed'],
    ['expired', 'The set-up has expired'],
  ] as const)('that ended %s show why, and link to a new start', async (status, title) => {
    serveSetup(aSetup({ status, message: 'Because of this.' }));
    const { user } = await open({ setup: session });
    await screen.findByText(title);
    await screen.findByText('Because of this.');
    await user.click(await button('Start again'));
    await screen.findByLabelText(/Connection name/);
  });

  it('ask whether it is the right organisation, and continue with the connection', async () => {
    serveSetup(aReadySetup());
    const source = aSource({ provider: 'entra_id' });
    const { received } = serve(entraSetup.complete, aReadySetup({ status: 'completed', connection_id: source.id }));
    serve(iam.get, source);
    serve(iam.list, [source]);
    serve(mappings.schema, aSchema());
    serve(iam.previewMapping, { people: [] });
    const { user, router } = await open({ setup: session });
    const region = within(await screen.findByRole('region', { name: 'Is this your organisation?' }));
    region.getByText('City of Askelund');
    region.getByText('askelund.example');
    await user.click(await button('Yes, connect'));
    await waitFor(() => expect(router.state.location.search).toEqual({ connection: source.id, step: 'map' }));
    await screen.findByRole('table', { name: 'Fields and the attributes that feed them' });
    expect(received[0]?.body).toEqual({
      name: 'City directory',
      sync_interval: 'disabled',
      auto_create_webhook: true,
      auto_map_fields: true,
    });
  });
});

describe('EntraWizard, completing', () => {
  it('sends the entered values', async () => {
    serveSetup(aReadySetup());
    const { received } = serve(entraSetup.complete, 'overloaded');
    const { user } = await open({ setup: session });
    const name = await screen.findByLabelText(/Connection name/);
    await user.clear(name);
    await user.type(name, 'Site (A)');
    await user.type(screen.getByLabelText('Description'), 'Everyone in the town hall');
    await user.type(screen.getByLabelText('Administrative contact'), 'desk@example.org');
    await user.selectOptions(screen.getByLabelText('How often'), 'Every hour');
    await user.click(screen.getByRole('switch', { name: /Microsoft sends change messages/ }));
    await user.click(screen.getByRole('switch', { name: /Match fields by name/ }));
    await user.click(await button('Yes, connect'));
    await screen.findByText('Connection name can only contain letters, numbers, spaces, underscores, and hyphens');
    await user.clear(name);
    await user.type(name, 'Site A');
    await user.click(await button('Yes, connect'));
    await screen.findByText('The connection was not created.');
    expect(received.map(({ body }) => body)).toEqual([
      {
        name: 'Site A',
        description: 'Everyone in the town hall',
        admin_contact: 'desk@example.org',
        sync_interval: '1h',
        auto_create_webhook: false,
        auto_map_fields: false,
      },
    ]);
  });

  it('reports invalid parameters when the server does not name them', async () => {
    serveSetup(aReadySetup());
    refuseWithoutReason('/auth/entra/setup/complete');
    const { user } = await open({ setup: session });
    await user.click(await button('Yes, connect'));
    await screen.findByText('Invalid setup parameters');
  });
});

describe('EntraWizard, the source', () => {
  const source = aSource({ provider: 'entra_id', mapping_config: aSchema().suggested_mapping });

  function serveSource() {
    serve(mappings.fieldRules, entraFieldRules());
    serve(iam.get, source);
    serve(iam.list, [source]);
    serve(mappings.schema, aSchema());
    serve(iam.previewMapping, {
      people: [{ row: 1, fields: { external_id: 'a', display_name: 'Ada Moss' }, problems: [] }],
    });
    serve(timetables.ofSource, aTimetable());
    serve(sourceWebhooks.get, { ...aWebhook, state: 'unavailable', message: 'No public address is set.' });
  }

  it('maps attributes with sample values, and stores only changes', async () => {
    serveSource();
    const { received } = serve(iam.saveMapping, ({ body }) => ({ mapping: body }));
    const { user } = await open({ connection: source.id });
    const rows = within(await screen.findByRole('table', { name: 'Fields and the attributes that feed them' }));
    expect((await rows.findAllByRole('row')).map((row) => row.textContent)[1]).toContain('id100 %a · b · c');
    expect(screen.queryByRole('combobox', { name: 'Attribute for Unique ID' })).toBeNull();
    await user.click(await button(/^Show \d+ more fields$/));
    await user.click(screen.getByRole('combobox', { name: 'Attribute for Department' }));
    await user.click(await screen.findByRole('option', { name: /^department/ }));
    await user.click(await button('Next: Schedule & safety'));
    await screen.findByText('No public address is set.');
    expect(received[0]?.body).toEqual({ ...aSchema().suggested_mapping, department: 'department' });
  });

  it('goes through schedule and review to the first import, and survives a reload', async () => {
    serveSource();
    const task = aTask({ status: 'RUNNING' });
    const { received } = serve(iam.sync, task);
    const { user, router } = await open({ connection: source.id, step: 'schedule' });
    expect(
      (await screen.findByRole('switch', { name: /Microsoft sends change messages/ })).hasAttribute('disabled'),
    ).toBe(true);
    await user.click(await button('Next: First import'));
    await user.click(await button('Preview changes'));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ task: task.task_id, step: 'review' }));
    expect(received[0]?.query).toEqual({ dry_run: true });
  });
});
