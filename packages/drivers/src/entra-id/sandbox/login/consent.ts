import { randomUUID } from 'node:crypto';
import type { Answer, ReceivedCall } from '../call';
import type { Running } from '../running';
import { type Application, wantedRoles } from './applications';
import { consentPage, messagePage } from './consent-page';
import { graphScope, isTenant } from './token-endpoint';

/** The decision of an administrator on the page; `nothing` never redirects back. */
export type Decision = 'granted' | 'refused' | 'nothing';

type ConsentRequest = { application: Application; redirect: URL; state: string | null; isV2: boolean };

/** `GET /{tenant}/v2.0/adminconsent` shows the page, `/{tenant}/adminconsent` the one of v1; its buttons send POST. */
export function answerConsent(running: Running, call: ReceivedCall): Answer {
  const request = readConsentRequest(running, call);
  if (typeof request === 'string') return html(400, messagePage('This request cannot be shown', request));
  if (call.method !== 'POST') {
    return html(200, consentPage({ organisation: running.system.organisation, roles: wantedRoles }));
  }
  const decision = new URLSearchParams(call.body).get('decision');
  if (decision === 'granted') grant(running, request.application);
  else if (decision !== 'refused') {
    return html(200, messagePage('Nothing was decided', 'You can close this page. No decision was sent.'));
  }
  return { status: 302, headers: { location: backTo(running, request, decision) } };
}

/** Consents without the page, like an administrator in the portal. */
export function grant({ system }: Running, application: Application): void {
  system.applications.put({ ...application, roles: wantedRoles });
}

const html = (status: number, body: string): Answer => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  },
  body,
});

/** Returns a text for an invalid request. */
function readConsentRequest(running: Running, { segments, query }: ReceivedCall): ConsentRequest | string {
  const [tenant = ''] = segments;
  const isV2 = segments[1] === 'v2.0';
  const application = running.system.applications.withClientId(query.get('client_id') ?? '');
  const redirect = query.get('redirect_uri') ?? '';
  const isKnownTenant = isTenant(running, tenant) || tenant === (isV2 ? 'organizations' : 'common');
  if (!isKnownTenant) return `AADSTS90002: There is no tenant ${tenant}.`;
  if (!application) return 'AADSTS700016: There is no application with this client_id.';
  if (!URL.canParse(redirect) || !isOfThisMachine(new URL(redirect))) {
    return 'AADSTS50011: The sandbox goes back to an address of this machine only.';
  }
  const scopes = (query.get('scope') ?? '').split(' ');
  if (isV2 && !scopes.includes(graphScope)) return `AADSTS70011: The scope is ${graphScope}.`;
  return { application, redirect: new URL(redirect), state: query.get('state'), isV2 };
}

const isOfThisMachine = ({ protocol, hostname }: URL) =>
  /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

function backTo({ system }: Running, { redirect, state, isV2 }: ConsentRequest, decision: Decision): string {
  const back = new URL(redirect);
  const now = system.clock.now().toISOString().replace('T', ' ').replace(/\..*/, 'Z');
  const trace = `Trace ID: ${randomUUID()} Correlation ID: ${randomUUID()} Timestamp: ${now}`;
  const said: Record<string, string> =
    decision === 'granted'
      ? { admin_consent: 'True', tenant: system.tenant_id, ...(isV2 && { scope: `${graphScope}` }) }
      : isV2
        ? {
            admin_consent: 'True',
            error: 'consent_required',
            error_description: `AADSTS65004: User declined to consent to access the app. ${trace}`,
          }
        : { error: 'permission_denied', error_description: `AADSTS65004: The admin canceled the request. ${trace}` };
  for (const [name, value] of Object.entries(said)) back.searchParams.set(name, value);
  if (state !== null) back.searchParams.set('state', state);
  return back.href;
}
