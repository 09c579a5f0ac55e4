import { type createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { Agent, request } from 'undici';
import { onTestFinished } from 'vitest';
import { localhostIdentity } from './mail-server';

export const clientId = 'key2xs';
export const clientSecret = 'a secret of this client';

/** Who signs in next, and what the provider says about them. */
export type Person = { sub: string; [claim: string]: unknown };

type Key = ReturnType<typeof createPrivateKey>;
type Options = {
  /** 0 for any free port. */
  port?: number;
  redirectUri: string;
  /** What it calls itself; its address unless given. */
  issuer?: string;
};

/**
 * A provider of OpenID Connect on this machine, until the test has ended. Each visitor is signed in as `person` without a
 * question, or has declined.
 */
export async function anOpenIdProvider({ port = 0, redirectUri, issuer }: Options) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const control = {
    person: { sub: 'ada-1', preferred_username: 'ada' } as Person,
    declines: false,
    /** Changes the claims of ID tokens, which are signed again. */
    alter: undefined as ((claims: Record<string, unknown>) => object) | undefined,
    /** Signs altered ID tokens in place of the key of the provider. */
    foreignKey: undefined as Key | undefined,
  };
  let serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer(localhostIdentity, (incoming, response) => serve(incoming, response));
  await new Promise<void>((listening) => server.listen(port, 'localhost', listening));
  const address = `https://localhost:${(server.address() as AddressInfo).port}`; // a TCP server has no other kind of address
  const kid = `key-${Math.random()}`;
  const provider = new Provider(issuer ?? address, configure(control, { privateKey, kid, redirectUri }));
  const answer = provider.callback();
  serve = (incoming, response) => {
    if (incoming.url?.startsWith('/interaction/')) return void finish(provider, control, { incoming, response });
    if (incoming.url?.startsWith('/token')) alterTokens(response, control, { privateKey, kid });
    void answer(incoming, response);
  };
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return Object.assign(control, { issuer: address, port: Number(new URL(address).port), close });
}

export type OpenIdProvider = Awaited<ReturnType<typeof anOpenIdProvider>>;
type Control = Pick<OpenIdProvider, 'person' | 'declines' | 'alter' | 'foreignKey'>;
type Signing = { privateKey: KeyObject; kid: string };

const claims = ['preferred_username', 'name', 'email', 'email_verified', 'groups', 'amr', '_claim_names'];

const configure = (control: Control, { privateKey, kid, redirectUri }: Signing & { redirectUri: string }) => ({
  clients: [
    {
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      id_token_signed_response_alg: 'ES256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid }] },
  enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256'] },
  cookies: { keys: ['only for tests'] },
  claims: { openid: ['sub'], profile: claims },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false } },
  interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: async () => ({ ...control.person, sub }) }),
  loadExistingGrant: grantEverything,
  ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
});

type Context = {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: {
      Grant: new (of: {
        clientId: string;
        accountId: string;
      }) => {
        addOIDCScope(scope: string): void;
        save(): Promise<string>;
      };
    };
  };
};

async function grantEverything({ oidc: { client, session, provider } }: Context) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid profile email');
  await grant.save();
  return grant;
}

type Exchange = { incoming: IncomingMessage; response: ServerResponse };

async function finish(provider: Provider, control: Control, { incoming, response }: Exchange): Promise<void> {
  const result = control.declines
    ? { error: 'access_denied', error_description: 'The person has declined.' }
    : { login: { accountId: control.person.sub } };
  await provider.interactionFinished(incoming, response, result);
}

/** Replaces the ID token of an answer by another one. */
function alterTokens(response: ServerResponse, control: Control, { privateKey, kid }: Signing): void {
  const { alter } = control;
  if (!alter) return;
  const end = response.end.bind(response);
  response.end = ((text: unknown) => {
    const body = JSON.parse(String(text));
    if (body.id_token) body.id_token = altered(body.id_token, alter, control.foreignKey ?? privateKey, kid);
    const changed = JSON.stringify(body);
    response.setHeader('content-length', Buffer.byteLength(changed));
    return end(changed);
  }) as ServerResponse['end']; // the library ends with a text
}

function altered(token: string, alter: NonNullable<Control['alter']>, key: KeyObject, kid: string): string {
  const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'ES256', kid })}.${encode(alter(payload))}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** Goes where the provider leads, as a browser does. @returns what it has put into the address of the product */
export async function visit(authorizationUrl: string, redirectUri: string): Promise<Record<string, string>> {
  const dispatcher = new Agent({ connect: { ca: localhostIdentity.cert } });
  const cookies = new Map<string, string>();
  try {
    for (let url = authorizationUrl; ; ) {
      if (url.startsWith(redirectUri)) return Object.fromEntries(new URL(url).searchParams);
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const { statusCode, headers, body } = await request(url, { dispatcher, headers: { cookie } });
      const text = await body.text();
      for (const one of [headers['set-cookie'] ?? []].flat()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
        cookies.set(name, value);
      }
      if (!headers.location) throw new Error(`the provider answered ${statusCode}: ${text}`);
      url = new URL(String(headers.location), url).href;
    }
  } finally {
    await dispatcher.close();
  }
}
