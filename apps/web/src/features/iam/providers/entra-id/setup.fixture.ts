import { type EntraSetup, type EntraSetupOptions, entraSetupChecks, type SourceSchema } from '@key2xs/contract';

const session = '01900000-0000-7000-8000-0000000000e1';

export const aSetup = (of: Partial<EntraSetup> = {}): EntraSetup => ({
  session,
  connection_name: 'City directory',
  status: 'awaiting_consent',
  message: 'Have an administrator accept.',
  error_code: null,
  next_action: 'consent_or_enter',
  expires_at: '2037-03-03T10:30:00.000Z',
  is_sandbox: true,
  mode: null,
  consent_url: 'http://127.0.0.1:8444/organizations/v2.0/adminconsent?state=s',
  redirect_uri: 'http://localhost:3000/auth/callback/entra-id',
  certificate: null,
  checks: entraSetupChecks.map((name) => ({ name, state: 'pending', message: '' })),
  next_try_at: null,
  organisation: null,
  permissions: [],
  people: null,
  webhook: null,
  connection_id: null,
  ...of,
});

export const aReadySetup = (of: Partial<EntraSetup> = {}): EntraSetup =>
  aSetup({
    status: 'ready',
    next_action: 'confirm',
    consent_url: null,
    mode: 'shared_app',
    checks: entraSetupChecks.map((name) => ({ name, state: 'passed', message: `${name} is well` })),
    organisation: { tenant_id: 'a tenant', display_name: 'City of Askelund', default_domain: 'askelund.example' },
    permissions: ['Group.Read.All', 'User.Read.All'],
    people: 500,
    ...of,
  });

export const someOptions = (of: Partial<EntraSetupOptions> = {}): EntraSetupOptions => ({
  shared_application: { is_available: false, message: 'This installation has no application of its own.' },
  redirect_uri: null,
  permissions: ['User.Read.All', 'GroupMember.Read.All'],
  sandbox: null,
  open: [],
  ...of,
});

export const aSchema = (of: Partial<SourceSchema> = {}): SourceSchema => ({
  columns: [
    { name: 'id', filled: 4, samples: ['a', 'b', 'c'] },
    { name: 'displayName', filled: 4, samples: ['Ada Moss', 'Bo Reed'] },
    { name: 'department', filled: 3, samples: ['Fire', 'Police'] },
    { name: 'groups', filled: null, samples: [] },
  ],
  rows: 4,
  suggested_mapping: { external_id: 'id', display_name: 'displayName', groups: 'groups' },
  ...of,
});
