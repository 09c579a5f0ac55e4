import { z } from 'zod';
import { EntraError } from '../entra-error';
import { aadstsNumber, signInRefused } from '../sign-in/aadsts';

export type ConsentRequest = {
  /** Where people sign in, e.g. `https://login.microsoftonline.com`. */
  login: string;
  /** Undefined while it is not known: whoever consents then brings it along. */
  tenant_id?: string | undefined;
  client_id: string;
  /** As it is registered, letter for letter. */
  redirect_uri: string;
  /** Comes back unchanged: what ties the answer to whoever has asked. */
  state: string;
};

/** Where an administrator consents to all permissions that are registered for the application. */
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
  /** `tenant_id` may be anybody's word until a token of that tenant has been used to read its organization. */
  | { outcome: 'granted'; tenant_id: string; state: string | undefined }
  | { outcome: 'refused'; failure: EntraError; state: string | undefined }
  /** Not an answer of Microsoft's. */
  | { outcome: 'unusable' };

/** What came back with the browser. `admin_consent=True` is there after a refusal too, so the error counts first. */
export function readConsentAnswer(query: Readonly<Record<string, unknown>>): ConsentAnswer {
  const read = Callback.safeParse(query);
  if (!read.success) return { outcome: 'unusable' };
  const { error, error_description = '', admin_consent, tenant, state } = read.data;
  if (error !== undefined) return { outcome: 'refused', failure: refusalOf(error, error_description), state };
  const tenantId = z.guid().toLowerCase().safeParse(tenant);
  if (admin_consent?.toLowerCase() !== 'true' || !tenantId.success) return { outcome: 'unusable' };
  return { outcome: 'granted', tenant_id: tenantId.data, state };
}

/** An administrator who says no, and one who goes away, are told apart from what is wrong with the application. */
function refusalOf(error: string, description: string): EntraError {
  const number = aadstsNumber(description);
  const isDeclined = /^(access_denied|permission_denied|consent_required)$/.test(error);
  const refused = number === '' || number === '65001' ? undefined : signInRefused(number);
  if (refused && !(isDeclined && refused.reason === 'sign_in_refused')) return refused;
  return new EntraError(isDeclined ? 'consent_declined' : 'consent_cancelled');
}
