import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  type Answer,
  type Endpoint,
  type EventCatalogue,
  eventsOf,
  isLongJson,
  multipartOf,
  type Parsed,
  type SentEvent,
  takenBodyOf,
} from '@key2xs/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { anonymousName } from '../audit/audit';
import { type CsvDownload, sendCsv } from '../csv/csv-download';
import { JsonText } from '../database/json-text';
import type { Actor, Caller, Claim, Deps } from '../deps';
import { invalidInput, notFound } from '../errors';
import { loggableUrl } from '../log';
import { type Reader, viewerOf } from '../visible-to';
import { type FileDownload, sendFile } from './file-download';
import { withIdempotency } from './idempotency';
import { readMultipart } from './multipart';
import { languageOf } from './reader-language';

/** May see nothing that needs a role or function. */
const anonymous: Reader['viewer'] = { role: 'subadmin', functions: [], scope: { departments: [], places: [] } };

type ActorOf<E extends Endpoint> = E['allow'] extends 'public' ? Actor | undefined : Actor;

/** A body that may be long stays raw bytes: the feature parses it in a thread. */
type Received<E extends Endpoint> = E extends { encoding: { jsonMaxBytes: number } }
  ? Omit<Parsed<E>, 'body'> & { body: Uint8Array }
  : Parsed<E>;

/** What a handler gets: the caller and the parsed parts that the endpoint declares. */
export type Call<E extends Endpoint> = Received<E> & {
  actor: ActorOf<E>;
  caller: Caller;
  /** For reading what the caller may see. */
  reader: Reader;
  /** The client's address; behind a trusted proxy, the forwarded one. */
  address: string;
  /** Where the caller opened the product, as the request says; behind a trusted proxy, as that says. */
  origin: string | undefined;
  /** What the client says that it is. */
  userAgent: string | undefined;
  token: string | undefined;
  /** Version the caller read, from If-Match; undefined accepts any. */
  expectedVersion: number | undefined;
  /** Aborts when the client disconnects; of a stream, when it ends. */
  signal: AbortSignal;
  /** The last event that the reader of a stream has received before. */
  lastEventId: string | undefined;
};

type Handled<E extends Endpoint> = E extends { produces: 'csv' }
  ? CsvDownload
  : E extends { produces: 'pdf' | 'file' }
    ? FileDownload
    : E extends { produces: { events: EventCatalogue } }
      ? AsyncIterable<SentEvent<E>>
      : Answer<E> | JsonText;

/**
 * Mounts one contract endpoint: parsing, handler, parsing of the answer. The request guard has checked token, role and type
 * before. Fields missing from the response schema are dropped, so a row can never leak a secret column. A `version` in
 * the answer becomes its ETag.
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Handled<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: `/api/v1${endpoint.path}`,
    bodyLimit: takenBodyOf(endpoint).maxBytes,
    config: { endpoint },
    exposeHeadRoute: !eventsOf(endpoint), // it would answer with the stream
    async handler(request, reply) {
      const { actor, token } = request;
      const content = await readContent(endpoint, request);
      const parts = parseParts(endpoint, request, content.body);
      const toCall = ({ claim, signal }: { claim?: Claim; signal?: AbortSignal } = {}) =>
        ({
          actor,
          token,
          reader: { db: deps.db, viewer: actor ? viewerOf(actor) : anonymous, language: languageOf(request) },
          caller: {
            actor,
            name: actor?.username ?? anonymousName,
            request_id: request.id,
            claim,
            sign: deps.signEvent,
          },
          address: request.ip,
          userAgent: request.headers['user-agent'],
          // Made when asked for: most handlers take neither.
          get origin() {
            return originOf(request);
          },
          expectedVersion: versionOf(request.headers['if-match']),
          get signal() {
            return signal ?? abortSignalOf(reply);
          },
          lastEventId: lastEventIdOf(request),
          ...parts,
        }) as Call<E>; // the spreads mirror Received<E>, which TypeScript cannot follow
      // Handled<E> of a csv endpoint, and of one that makes a file.
      if (endpoint.produces === 'csv') return sendCsv(reply, (await handle(toCall())) as CsvDownload);
      if (endpoint.produces === 'pdf' || endpoint.produces === 'file')
        return sendFile(reply, (await handle(toCall())) as FileDownload);
      const events = eventsOf(endpoint);
      if (events && actor) {
        const handleStream = async (signal: AbortSignal) =>
          handle(toCall({ signal })) as Promise<AsyncIterable<AnyEvent>>;
        return sendEvents({ app, request, reply, actor, events }, handleStream);
      }
      const asked = { endpoint, request, actor, contentHash: content.hash };
      const answer = await withIdempotency(deps, asked, async (claim) => {
        const call = toCall({ claim });
        const handled = await handle(call);
        if (!(handled instanceof JsonText)) return parseAnswer(endpoint, handled);
        if (handled.isFor(call.reader)) return handled;
        throw new Error(`${endpoint.method} ${endpoint.path} answers what was made for a reader with other rights`);
      });
      return send(reply, endpoint, answer);
    },
  });
}

type AnyEvent = { event: string; data: unknown; id?: string };
type Streaming = {
  app: FastifyInstance;
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
  events: EventCatalogue;
};

/** What the handler refuses is answered like any other refusal; what fails later ends the stream. */
async function sendEvents(
  { app, request, reply, actor, events }: Streaming,
  handle: (signal: AbortSignal) => Promise<AsyncIterable<AnyEvent>>,
) {
  const stream = app.eventStreams.open(reply.raw, actor);
  const feed = await handle(stream.signal).catch((error: unknown) => {
    stream.end();
    throw error;
  });
  const { id: request_id } = request;
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.setHeader('x-request-id', request_id);
  request.log.info({ request_id, url: loggableUrl(request.url) }, 'stream opened');
  await stream
    .send(parsed(events, feed))
    .catch((err: unknown) => request.log.error({ err, request_id }, 'a stream failed'));
}

/** Browsers send the header only when they come back by themselves, which a ticket used up does not allow. */
function lastEventIdOf({ headers, query }: FastifyRequest): string | undefined {
  const { last_event_id: asked } = query as { last_event_id?: unknown }; // Fastify has parsed the address
  return headers['last-event-id']?.toString() ?? (typeof asked === 'string' ? asked : undefined);
}

async function* parsed(catalogue: EventCatalogue, feed: AsyncIterable<AnyEvent>): AsyncGenerator<AnyEvent> {
  for await (const { event, data, id } of feed) {
    const schema = catalogue[event];
    if (!schema) throw new Error(`the contract knows no event ${event}`);
    yield { event, data: schema.parse(data), ...(id !== undefined && { id }) };
  }
}

type Content = { body: unknown; hash: () => string };

async function readContent(endpoint: Endpoint, request: FastifyRequest): Promise<Content> {
  if (!multipartOf(endpoint)) return { body: request.body, hash: () => JSON.stringify(request.body ?? null) };
  const { body, hash } = await readMultipart(request, endpoint);
  return { body, hash: () => hash };
}

/** An answer that breaks the contract is a bug of ours, never the caller's fault. */
function parseAnswer(endpoint: Endpoint, answer: unknown): object {
  const parsed = endpoint.response.safeParse(answer);
  if (parsed.success) return parsed.data as object; // every response schema is an object or array
  throw new Error(`${endpoint.method} ${endpoint.path} answers against its contract: ${parsed.error.message}`);
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: object) {
  if ('version' in answer && answer.version !== undefined) reply.header('etag', `"${answer.version}"`);
  reply.code(endpoint.status ?? 200);
  return answer instanceof JsonText ? sendText(reply, answer) : reply.send(answer);
}

async function sendText(reply: FastifyReply, { bytes, isGzip }: JsonText) {
  reply.type('application/json');
  if (!isGzip) return reply.send(bytes);
  if (!takesGzip(reply.request)) return reply.send(await unpack(bytes));
  return reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').send(bytes);
}

const unpack = promisify<Buffer, Buffer>(gunzip);

const takesGzip = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])gzip\s*(,|$|;\s*q=(1|0?\.\d*[1-9]))/i.test(String(headers['accept-encoding'] ?? ''));

function parseParts(endpoint: Endpoint, request: FastifyRequest, body: unknown) {
  return {
    ...(endpoint.params && { params: parseParams(endpoint.params, request.params) }),
    ...(endpoint.query && { query: parseInput(endpoint.query, request.query) }),
    ...(endpoint.body && {
      body: isLongJson(endpoint) ? body : parseInput(endpoint.body, body ?? {}),
    }),
  };
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** A malformed id answers 404, like an unknown one. */
function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFound('record');
  return parsed.data;
}

/** Undefined where the request names no host that can be one. */
function originOf({ protocol, host }: FastifyRequest): string | undefined {
  const address = `${protocol}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).origin : undefined;
}

/** `*` is any version. A foreign tag matches none: versions begin at 1. */
function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return Number(/^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? 0);
}

function abortSignalOf(reply: FastifyReply): AbortSignal {
  if (reply.raw.closed && !reply.raw.writableFinished) return AbortSignal.abort();
  const controller = new AbortController();
  // The request closes once its body is read; only the response shows whether the client is still connected.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
