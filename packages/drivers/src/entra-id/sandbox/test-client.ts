import { constants, createHash, randomUUID, sign, X509Certificate } from 'node:crypto';
import { type Answered, callWire } from '../../sandbox-kit/call-wire';
import type { EntraSandbox } from '../sandbox';

type Call = { method?: string; headers?: Record<string, string>; body?: string; timeoutMs?: number };

/** One raw call to the sandbox; `target` is a path or a URL. */
export function callSandbox(sandbox: EntraSandbox, target: string, call: Call = {}): Promise<Answered> {
  const url = target.startsWith('http') ? target : sandbox.graph_url + target;
  return callWire(url, { ...call, ca: sandbox.authority_pem });
}

export const scope = 'https://graph.microsoft.com/.default';

/** The answer of the token endpoint to a form. */
export async function askForToken(sandbox: EntraSandbox, form: Record<string, string>, tenant = sandbox.tenant_id) {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope, ...form }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await callSandbox(sandbox, `/${tenant}/oauth2/v2.0/token`, { method: 'POST', headers, body });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

/** A token of the tenant's application. */
export async function aToken(sandbox: EntraSandbox): Promise<string> {
  const { client_id, secret: client_secret } = sandbox.own_application();
  const { body } = await askForToken(sandbox, { client_id, client_secret });
  return body.access_token;
}

type Signing = {
  alg?: 'PS256' | 'RS256';
  claims?: Record<string, unknown>;
  certificate?: { certificate_pem: string; private_key_pem: string };
};

/** A client assertion like those of libraries. */
export function anAssertion(sandbox: EntraSandbox, { alg = 'PS256', claims, certificate }: Signing = {}) {
  const { certificate_pem, private_key_pem } = certificate ?? sandbox.certificate;
  const { raw } = new X509Certificate(certificate_pem);
  const [name, digest] = alg === 'PS256' ? ['x5t#S256', 'sha256'] : ['x5t', 'sha1'];
  const { client_id } = sandbox.own_application();
  const now = Math.floor(Date.now() / 1_000);
  const aud = `${sandbox.login_url}/${sandbox.tenant_id}/oauth2/v2.0/token`;
  const parts = [
    {
      alg,
      typ: 'JWT',
      [name ?? '']: createHash(digest ?? '')
        .update(raw)
        .digest('base64url'),
    },
    { aud, iss: client_id, sub: client_id, jti: randomUUID(), nbf: now, iat: now, exp: now + 600, ...claims },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const pss = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  const signature = sign('sha256', Buffer.from(signed), { key: private_key_pem, ...(alg === 'PS256' && pss) });
  const client_assertion = `${signed}.${signature.toString('base64url')}`;
  const client_assertion_type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
  return { client_id, client_assertion, client_assertion_type };
}

/** Calls Graph as that application. */
export function graphClient(sandbox: EntraSandbox) {
  let token: Promise<string> | undefined;
  const call = async (target: string, { headers, ...order }: Call = {}) => {
    token ??= aToken(sandbox);
    const path = target.startsWith('http') ? target : `/v1.0${target}`;
    return callSandbox(sandbox, path, { ...order, headers: { authorization: `Bearer ${await token}`, ...headers } });
  };
  const get = async (target: string, headers?: Record<string, string>) => {
    const { status, text, headers: said } = await call(target, { headers });
    return { status, headers: said, body: JSON.parse(text) };
  };
  return {
    call,
    get,
    forget: () => {
      token = undefined;
    },
    post: async (target: string, body: unknown, method = 'POST') => {
      const answer = await call(target, { method, body: body === undefined ? undefined : JSON.stringify(body) });
      return { status: answer.status, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
    },
    /** All pages, and the last link. */
    async follow(target: string, headers?: Record<string, string>) {
      const value: Record<string, unknown>[] = [];
      for (let next: string | undefined = target, pages = 1; ; pages++) {
        const { body } = await get(next ?? '', headers);
        value.push(...body.value);
        next = body['@odata.nextLink'];
        if (next === undefined) return { value, pages, deltaLink: body['@odata.deltaLink'] as string };
      }
    },
  };
}
