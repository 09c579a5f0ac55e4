import { describe, expect, it } from 'vitest';
import { consentAddress, readConsentAnswer } from './consent';
import { missingPermissions } from './permissions';

const tenant = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('consentAddress', () => {
  it('requests all registered permissions, from any tenant', () => {
    const request = {
      login: 'https://login.microsoftonline.com',
      client_id: 'client',
      redirect_uri: 'https://keys.city.example/auth/callback/entra-id',
      state: 'a&b=c',
    };
    const address = new URL(consentAddress(request));
    expect(address.origin + address.pathname).toBe('https://login.microsoftonline.com/organizations/v2.0/adminconsent');
    expect(Object.fromEntries(address.searchParams)).toEqual({
      client_id: 'client',
      scope: 'https://graph.microsoft.com/.default',
      redirect_uri: request.redirect_uri,
      state: 'a&b=c',
    });
    expect(new URL(consentAddress({ ...request, tenant_id: tenant })).pathname).toBe(`/${tenant}/v2.0/adminconsent`);
  });
});

describe('readConsentAnswer', () => {
  it('grants', () => {
    const query = { admin_consent: 'True', tenant: tenant.toUpperCase(), state: 's', scope: 'x' };
    expect(readConsentAnswer(query)).toEqual({ outcome: 'granted', tenant_id: tenant, state: 's' });
  });

  it.each([
    ['consent_required', 'AADSTS65004: User declined to consent to access the app. Trace ID: 1', 'consent_declined'],
    ['access_denied', 'AADSTS65004: not today', 'consent_declined'],
    ['permission_denied', 'The admin canceled the request', 'consent_declined'],
    ['access_denied', 'AADSTS700016: no such application', 'application_unknown'],
    ['server_error', 'AADSTS90002: no such tenant', 'tenant_unknown'],
    ['server_error', '', 'consent_cancelled'],
    ['interaction_required', 'AADSTS99999: new', 'sign_in_refused'],
  ])('refuses with %s (%s), although admin_consent is there', (error, error_description, reason) => {
    const query = { admin_consent: 'True', tenant, state: 's', error, error_description };
    const answer = readConsentAnswer(query);
    expect(answer).toMatchObject({ outcome: 'refused', state: 's', failure: { reason } });
    const words = error_description.split(': ')[1];
    if (words && answer.outcome === 'refused') expect(answer.failure.message).not.toContain(words);
  });

  it.each([
    {},
    { admin_consent: 'True' },
    { admin_consent: 'False', tenant },
    { tenant },
    { admin_consent: 'True', tenant: 'common' },
    { admin_consent: 'True', tenant: [tenant, tenant] },
    { admin_consent: 'True', tenant, state: 's'.repeat(5_000) },
  ])('takes nothing else for an answer: %o', (query) => {
    expect(readConsentAnswer(query)).toEqual({ outcome: 'unusable' });
  });
});

describe('missingPermissions', () => {
  it.each<[string[], Parameters<typeof missingPermissions>[1], string[]]>([
    [[], ['people', 'groups', 'group_changes'], ['User.Read.All', 'GroupMember.Read.All', 'Group.Read.All']],
    [['Directory.Read.All'], ['people', 'groups', 'group_changes'], []],
    [['User.Read.All', 'GroupMember.Read.All'], ['people', 'groups'], []],
    [['User.Read.All', 'GroupMember.Read.All'], ['people', 'groups', 'group_changes'], ['Group.Read.All']],
    [['Group.Read.All'], ['groups'], []],
  ])('with %j for %j are %j', (granted, uses, missing) => {
    expect(missingPermissions(granted, uses)).toEqual(missing);
  });
});
