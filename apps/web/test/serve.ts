import { type Answer, type Endpoint, type ErrorCode, errorCatalogue, type Parsed } from '@key2xs/contract';

type Served = { endpoint: Endpoint; pattern: RegExp; answer: unknown; received: unknown[] };
/** With what it tells beside its code. */
type Refusal = { refusal: ErrorCode; members: Record<string, unknown> };
type Answered<E extends Endpoint> = Answer<E> | ErrorCode | Refusal;
type AnswerOf<E extends Endpoint> = Answered<E> | ((input: Parsed<E>) => Answered<E> | Promise<Answered<E>>);

const served: Served[] = [];

/**
 * Answers an endpoint in place of `fetch` until the test ends; a later `serve` of the same endpoint wins.
 * Requests and answers are parsed by the contract, so a stub cannot drift from the API.
 * @returns the inputs received so far, one per call
 */
export function serve<E extends Endpoint>(endpoint: E, answer: AnswerOf<E>): { received: Parsed<E>[] } {
  const pattern = new RegExp(`^/api/v1${endpoint.path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}/?$`);
  const entry: Served = { endpoint, pattern, answer, received: [] };
  served.unshift(entry);
  return { received: entry.received as Parsed<E>[] }; // filled with exactly that by answerRequest
}

export function forgetAnswers(): void {
  served.length = 0;
}

/** Replaces `fetch`. A request without a `serve` fails like a broken network, with an explanatory message. */
export async function answerRequest(target: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  init.signal?.throwIfAborted();
  const url = new URL(String(target), 'http://localhost');
  const method = init.method ?? 'GET';
  const entry = served.find((one) => one.endpoint.method === method && one.pattern.test(url.pathname));
  if (!entry) throw new TypeError(`The test serves no answer for ${method} ${url.pathname}`);
  const input = inputOf(entry, url, init.body);
  entry.received.push(input);
  const answer = typeof entry.answer === 'function' ? await entry.answer(input) : entry.answer;
  if (typeof answer === 'string' && answer in errorCatalogue) return problem(answer as ErrorCode); // one of its keys
  if (isRefusal(answer)) return problem(answer.refusal, answer.members);
  return answered(entry.endpoint, answer);
}

function inputOf({ endpoint, pattern }: Served, url: URL, body: unknown): object {
  const params = pattern.exec(url.pathname)?.groups ?? {};
  const decoded = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  return {
    ...(endpoint.params && { params: endpoint.params.parse(decoded) }),
    ...(endpoint.query && { query: endpoint.query.parse(Object.fromEntries(url.searchParams)) }),
    ...(endpoint.body && { body: endpoint.body.parse(readBody(body)) }),
  };
}

function readBody(body: unknown): unknown {
  if (typeof body === 'string') return JSON.parse(body);
  if (body instanceof URLSearchParams || body instanceof FormData) return Object.fromEntries(body.entries());
  return undefined;
}

function answered(endpoint: Endpoint, answer: unknown): Response {
  if (endpoint.produces === 'csv') return new Response(String(answer), { headers: { 'content-type': 'text/csv' } });
  return Response.json(endpoint.response.parse(answer), { status: endpoint.status ?? 200 });
}

const isRefusal = (answer: unknown): answer is Refusal =>
  typeof answer === 'object' && answer !== null && 'refusal' in answer && 'members' in answer;

function problem(code: ErrorCode, members: Refusal['members'] = {}): Response {
  const { status, title } = errorCatalogue[code];
  const body = {
    type: 'about:blank',
    title,
    status,
    code,
    detail: `${title}.`,
    request_id: 'test-request',
    ...members,
  };
  return Response.json(body, { status, headers: { 'content-type': 'application/problem+json' } });
}
