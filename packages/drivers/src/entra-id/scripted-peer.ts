import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CalledSourceAccess } from '../called-source-driver';
import { directIo } from '../direct-io';
import type { DriverLimits } from '../key-system-driver';
import { loadSandboxPki } from '../sandbox-kit/pki';
import { entraId } from './driver';

export type PeerCall = { method: string; path: string; headers: IncomingHttpHeaders; body: string; at: number };

type Written = { status?: number; headers?: Record<string, string>; body?: unknown };
/** The answer; a function writes it itself, undefined means the default. */
export type Reply = Written | ((response: ServerResponse) => void) | undefined;
export type Script = (call: PeerCall) => Reply;

export type ScriptedPeer = {
  origin: string;
  /** Calls since the last script, in order. */
  calls: PeerCall[];
  /** Those to Graph, and those to the token endpoint. */
  graph(): PeerCall[];
  tokens(): PeerCall[];
  /** Replaces the script. */
  script(script: Script): void;
  close(): Promise<void>;
};

const refusal = { status: 404, body: { error: { code: 'Request_ResourceNotFound', message: 'not here' } } };

/** A server with arbitrary answers for tests. It issues a token to every caller. */
export async function startScriptedPeer(): Promise<ScriptedPeer> {
  const { server: identity } = await loadSandboxPki(new Date());
  let script: Script = () => undefined;
  const calls: PeerCall[] = [];
  const server = createServer(identity, async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body, at: performance.now() };
    calls.push(call);
    write(response, script(call) ?? (isToken(call) ? aToken() : refusal));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // listens on a port
  return {
    origin: `https://127.0.0.1:${port}`,
    calls,
    graph: () => calls.filter((call) => !isToken(call)),
    tokens: () => calls.filter(isToken),
    script(next) {
      script = next;
      calls.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isToken = ({ path }: PeerCall) => path.includes('/oauth2/v2.0/token');

function write(response: ServerResponse, reply: Exclude<Reply, undefined>): void {
  if (typeof reply === 'function') {
    reply(response);
    return;
  }
  const { status = 200, headers = {}, body } = reply;
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

let issued = 0;
/** With the permissions that the product asks for. */
export function aToken(roles = ['User.Read.All', 'Group.Read.All']): Written {
  const payload = Buffer.from(JSON.stringify({ tid: tenantId, roles })).toString('base64url');
  const access_token = `head.${payload}.signature-${++issued}`;
  return { body: { token_type: 'Bearer', expires_in: 3_599, access_token } };
}

/** A refusal of the token endpoint. */
export const aadsts = (number: number, error = 'invalid_client'): Written => ({
  status: 401,
  body: {
    error,
    error_description: `AADSTS${number}: words of Microsoft. Trace ID: 1 Correlation ID: 2 Timestamp: 3`,
    error_codes: [number],
    timestamp: '2027-01-15 12:00:00Z',
    trace_id: '1',
    correlation_id: '2',
  },
});

export const graphError = (status: number, code: string, headers = {}): Written => ({
  status,
  headers,
  body: { error: { code, message: 'words of Microsoft', innerError: { date: 'today', 'request-id': '1' } } },
});

export const tenantId = 'aaaaaaaa-0000-4000-8000-000000000001';
export const clientId = 'bbbbbbbb-0000-4000-8000-000000000002';
export const secret = 'q8Q~a-secret-for-tests-only';

/** Short timeouts; tests of the timeouts themselves use longer ones. */
export const shortLimits: Partial<DriverLimits> = { headersTimeoutMs: 1_500, bodyTimeoutMs: 1_500, backoffMs: 1 };

export async function openEntra(peer: Pick<ScriptedPeer, 'origin'>, limits: Partial<DriverLimits> = shortLimits) {
  const { authority } = await loadSandboxPki(new Date());
  const driver = entraId({
    ...directIo(),
    limits,
    isSandbox: (origin) => origin === peer.origin,
    sharedApplication: () => undefined,
  });
  const access = (of: Partial<CalledSourceAccess> = {}): CalledSourceAccess => ({
    connectionId: 'a connection',
    configuration: {
      mode: 'own_app',
      tenant_id: tenantId,
      client_id: clientId,
      endpoints: { login: peer.origin, graph: peer.origin, certificate_authority_pem: authority.cert },
    },
    signal: new AbortController().signal,
    credential: { kind: 'secret', secret },
    attributes: ['displayName', 'department', 'groups'],
    ...of,
  });
  return { driver, access };
}

export const isGraph = ({ path }: PeerCall) => path.startsWith('/v1.0/');
export const pageOf = (more = {}): Reply => ({ body: { value: [{ id: 'a' }], ...more } });
export const lastPageOf = ({ origin }: ScriptedPeer): Reply =>
  pageOf({ '@odata.deltaLink': `${origin}/v1.0/users/delta?$deltatoken=1` });

/** Graph answers with these first, then with the last page. */
export function answerFirst(peer: ScriptedPeer, ...replies: Reply[]): void {
  let n = 0;
  peer.script((call) => {
    if (!isGraph(call)) return undefined;
    return n < replies.length ? replies[n++] : lastPageOf(peer);
  });
}
