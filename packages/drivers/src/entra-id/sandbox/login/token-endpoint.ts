import type { Answer, ReceivedCall } from '../call';
import type { LoginBend } from '../faults/faults';
import type { Running } from '../running';
import { issueToken, tokenSeconds } from './access-token';
import type { Application } from './applications';
import { checkAssertion } from './check-assertion';
import { answerRefusal, LoginRefused } from './login-refusal';

export const graphScope = 'https://graph.microsoft.com/.default';
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** `POST /{tenant}/oauth2/v2.0/token` with client credentials. */
export function answerToken(running: Running, call: ReceivedCall, bend: LoginBend): Answer {
  const [tenant = ''] = call.segments;
  const form = new URLSearchParams(call.body);
  const basic = basicCredentials(call.headers.authorization);
  const client = form.get('client_id') ?? basic?.client ?? '';
  try {
    if (!isTenant(running, tenant)) throw new LoginRefused('90002');
    const application = running.system.applications.withClientId(client);
    if (!application?.roles) throw new LoginRefused('700016');
    checkRequest(form);
    const secret = form.get('client_secret') ?? basic?.secret;
    if (secret !== undefined) checkSecret(running, application, secret);
    else checkAssertionIn(running, application, form, bend.skew_ms ?? 0);
    const access_token = issueToken(running, application, bend.lacks_roles === true);
    const body = { token_type: 'Bearer', expires_in: tokenSeconds, ext_expires_in: tokenSeconds, access_token };
    return { status: 200, headers: { 'cache-control': 'no-store, no-cache', pragma: 'no-cache' }, body };
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    return answerRefusal(error, { client, tenant, now: running.system.clock.now() });
  }
}

export const isTenant = ({ system }: Running, name: string): boolean =>
  [system.tenant_id, system.domain].includes(name.toLowerCase());

function checkRequest(form: URLSearchParams): void {
  if (form.get('grant_type') !== 'client_credentials') throw new LoginRefused('70003');
  if (form.get('scope') !== graphScope) throw new LoginRefused('70011');
}

function checkSecret({ system }: Running, application: Application, secret: string): void {
  if (application.is_secret_revoked || secret !== application.secret) throw new LoginRefused('7000215');
  if (Date.parse(application.secret_until) <= system.clock.now().getTime()) throw new LoginRefused('7000222');
}

function checkAssertionIn(running: Running, application: Application, form: URLSearchParams, skewMs: number): void {
  const assertion = form.get('client_assertion');
  if (form.get('client_assertion_type') !== assertionType || assertion === null) throw new LoginRefused('900144');
  const { system, bases } = running;
  const tenants = [system.tenant_id, system.domain];
  const audiences = bases().flatMap((base) => tenants.map((tenant) => `${base}/${tenant}/oauth2/v2.0/token`));
  const now = new Date(system.realNow().getTime() + skewMs);
  checkAssertion(assertion, { application, audiences, now, seen: running.seenAssertions });
}

function basicCredentials(authorization: string | undefined) {
  const [, coded = ''] = /^Basic (\S+)$/i.exec(authorization ?? '') ?? [];
  const text = Buffer.from(coded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return undefined;
  const read = (part: string) => new URLSearchParams(`v=${part}`).get('v') ?? '';
  return { client: read(text.slice(0, colon)), secret: read(text.slice(colon + 1)) };
}
