import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { respondWithFault, type Written } from '../../sandbox-kit/faults/respond';
import type { ScriptOrder } from '../../sandbox-kit/faults/run-scripts';
import { readBody } from '../../sandbox-kit/read-body';
import { type Answer, graphPath, type ReceivedCall, readCall } from './call';
import { type ContentFault, isContentFault, type Page } from './faults/faults';
import { withheldMark } from './faults/page-scripts';
import type { ScriptName } from './faults/scripts';
import { answerGraph } from './graph/answer-graph';
import { answerConsent } from './login/consent';
import { answerInstance, answerMetadata } from './login/discovery';
import { answerRefusal, LoginRefused } from './login/login-refusal';
import { answerToken } from './login/token-endpoint';
import type { Running } from './running';

const maxLogged = 20_000;

/** Closes all connections if a script affects new ones. */
export function switchScripts({ scripts, listener }: Running, orders: readonly ScriptOrder<ScriptName>[]): void {
  const spoiled = scripts.spoilsConnections();
  scripts.run(orders);
  if (spoiled || scripts.spoilsConnections()) listener.drop();
}

/** Answers one request, applying scripts. Never rejects. @param isPlain without TLS */
export async function serve(running: Running, request: IncomingMessage, response: ServerResponse, isPlain = false) {
  try {
    const body = await readBody(request);
    const call = readCall(request.method ?? '', request.url ?? '/', request.headers, body);
    note(running, request.url ?? '/', call);
    const fault = running.scripts.onCall(call);
    const reset = () => running.listener.reset(request.socket.remotePort);
    const [ofContent, ofWire] = fault && isContentFault(fault) ? [fault, undefined] : [undefined, fault];
    await respondWithFault({ response, reset }, ofWire, async () => {
      const answered = isPlain && call.operation !== 'adminconsent' ? needsTls : await answer(running, call, ofContent);
      return written(alteredBy(running, call, answered, ofContent));
    });
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500).end(error instanceof Error ? error.message : '');
  }
}

/** Browsers may use plain HTTP, because they do not trust the authority of the sandbox. */
const needsTls: Answer = { status: 403, body: 'Without TLS the sandbox shows its page for consent only.' };

function note({ log }: Running, url: string, { operation, host, headers }: ReceivedCall): void {
  const { prefer, consistencylevel, 'x-ms-throttle-priority': priority, authorization } = headers;
  log.push({
    operation,
    url,
    host,
    has_token: authorization !== undefined,
    headers: {
      ...(prefer !== undefined && { prefer: String(prefer) }),
      ...(consistencylevel !== undefined && { consistencylevel: String(consistencylevel) }),
      ...(priority !== undefined && { 'x-ms-throttle-priority': String(priority) }),
    },
  });
  if (log.length > maxLogged) log.splice(0, maxLogged / 2);
}

async function answer(running: Running, call: ReceivedCall, fault: ContentFault | undefined): Promise<Answer> {
  if (call.path.startsWith(graphPath)) {
    return await answerGraph(running, call, fault?.kind === 'bend_graph' ? fault.bend : {});
  }
  switch (call.operation) {
    case 'token':
      if (fault?.kind === 'refuse_login') return refused(running, call, fault.code);
      return answerToken(running, call, fault?.kind === 'bend_login' ? fault.bend : {});
    case 'adminconsent':
      return answerConsent(running, call);
    case 'openid-configuration':
      return answerMetadata(running, call);
    case 'discovery/instance':
      return answerInstance(running);
    default:
      return { status: 404, body: 'There is no such page in the sandbox.' };
  }
}

function refused({ system }: Running, { body, segments }: ReceivedCall, code: LoginRefused['code']): Answer {
  const client = new URLSearchParams(body).get('client_id') ?? '';
  return answerRefusal(new LoginRefused(code), { client, tenant: segments[0] ?? '', now: system.clock.now() });
}

function alteredBy(running: Running, call: ReceivedCall, answer: Answer, fault: ContentFault | undefined): Answer {
  if (fault?.kind === 'add_headers') return { ...answer, headers: { ...answer.headers, ...fault.headers } };
  if (!isPage(answer.body)) return answer;
  const { operation, items } = running.pageBefore;
  const before = operation === call.operation ? items : [];
  running.pageBefore = { operation: call.operation, items: answer.body.value };
  if (fault?.kind !== 'alter_page') return answer;
  const query = new URLSearchParams(call.query);
  query.delete(withheldMark);
  const [own = '', elsewhere = ''] = running.bases();
  const address = `${own}${call.path}${query.size > 0 ? `?${query}` : ''}`;
  return { ...answer, body: fault.alter(answer.body, { address, elsewhere, before }) };
}

const isPage = (body: unknown): body is Page =>
  typeof body === 'object' && body !== null && 'value' in body && Array.isArray(body.value);

function written({ status, headers, body }: Answer): Written {
  const isText = typeof body === 'string';
  const text = body === undefined ? '' : isText ? body : JSON.stringify(body);
  const contentType = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  return {
    status,
    headers: {
      'x-sandbox': 'entra-id',
      'x-ms-request-id': randomUUID(),
      ...(body !== undefined && { 'content-type': contentType }),
      ...headers,
    },
    bytes: Buffer.from(text),
  };
}
