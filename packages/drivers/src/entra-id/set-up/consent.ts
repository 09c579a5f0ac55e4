import { z } from 'zod';
import { EntraError } from '../entra-error';
import { aadstsNumber, signInRefused } from '../sign-in/aadsts';

export type ConsentRequest = {
  /** The sign-in origin, e.g. `https://login.microsoftonline.com`. */
  login: string;
  /** Undefined while unknown: the consent answer then contains it. */
  tenant_id?: string | undefined;
  client_id: string;
  /** Exactly as registered. */
  redirect_uri: string;
  /** Returned unchanged: ties the answer to the request. */
  state: string;
};

/** URL where an administrator consents to all permissions registered for the application. */
export function consentAddress({
  login,
  tenant_id = 'organizations',
  client_id,
  redirect_uri,
  state,
}: ConsentRequest): string {
  const address = new URL(`${login}/${encodeURIComponent(tenant_id)}/v2.0/adminconsent`);
  address.search = new URLSearchParams({
    client_id,
    scope: 'https://graph.microsoft.com/.default',
    redirect_uri,
    state,
  }).toString();
  return address.href;
}

const text = z.string().max(4_000);
const Callback = z.object({
  error: text.optional(),
  error_description: text.optional(),
  admin_consent: text.optional(),
  tenant: text.optional(),
  state: text.optional(),
});

export type ConsentAnswer =
  /** `tenant_id` is untrusted until a token of that tenant has read its organization. */
  | { outcome: 'granted'; tenant_id: string; state: string | undefined }
  | { outcome: 'refused'; failure: EntraError; state: string | undefined }
  /** No answer of Microsoft. */
  | { outcome: 'unusable' };

/** Parses the redirect query. Checks the error first, because `admin_consent=True` is also set after a refusal. */
export function readConsentAnswer(query: Readonly<Record<string, unknown>>): ConsentAnswer {
  const read = Callback.safeParse(query);
  if (!read.success) return { outcome: 'unusable' };
  const { error, error_description = '', admin_consent, tenant, state } = read.data;
  if (error !== undefined) return { outcome: 'refused', failure: refusalOf(error, error_description), state };
  const tenantId = z.guid().toLowerCase().safeParse(tenant);
  if (admin_consent?.toLowerCase() !== 'true' || !tenantId.success) return { outcome: 'unusable' };
  return { outcome: 'granted', tenant_id: tenantId.data, state };
}

/** Distinguishes a declined and a cancelled consent from problems of the application. */
function refusalOf(error: string, description: string): EntraError {
  const number = aadstsNumber(description);
  const isDeclined = /^(access_denied|permission_denied|consent_required)$/.test(error);
  const refused = number === '' || number === '65001' ? undefined : signInRefused(number);
  if (refused && !(isDeclined && refused.reason === 'sign_in_refused')) return refused;
  return new EntraError(isDeclined ? 'consent_declined' : 'consent_cancelled');
}
