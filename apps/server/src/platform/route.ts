import { type Answer, type Endpoint, multipartOf, type Parsed } from '@key2xs/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type CsvDownload, sendCsv } from './csv-download';
import type { Actor, Caller, Deps } from './deps';
import { AppError, invalidInput, notFound } from './errors';
import { type FileDownload, sendFile } from './file-download';
import { withIdempotency } from './idempotency';
import { readMultipart } from './multipart';
import { findActor } from './sessions';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a route was mounted for; undefined for files and what has no contract. */
    endpoint?: Endpoint;
  }
}

type ActorOf<E extends Endpoint> = E['allow'] extends 'public' ? Actor | undefined : Actor;

/** What a handler gets: who calls, and the parsed parts the endpoint declares. */
export type Call<E extends Endpoint> = Parsed<E> & {
  actor: ActorOf<E>;
  caller: Caller;
  /** The client's address; behind a trusted proxy the forwarded one. */
  address: string;
  token: string | undefined;
  /** Version the caller read, from If-Match; undefined: the caller does not mind. */
  expectedVersion: number | undefined;
  /** Fires when the client goes away. */
  signal: AbortSignal;
};

type Handled<E extends Endpoint> = E extends { produces: 'csv' }
  ? CsvDownload
  : E extends { produces: 'pdf' }
    ? FileDownload
    : Answer<E>;

/**
 * Mounts one contract endpoint: token, role, parsing, handler, parsing of the answer. Fields the response schema does
 * not name are dropped, so a row can never leak a secret column. A `version` in the answer becomes its ETag.
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
    ...bodyLimitOf(endpoint),
    config: { endpoint },
    async handler(request, reply) {
      const token = bearerToken(request);
      const actor = token ? await findActor(deps.db, token, deps.clock()) : undefined;
      requireRole(endpoint, actor);
      const parts = await parseParts(endpoint, request);
      const call = {
        actor,
        token,
        caller: { actor, name: actor?.username ?? 'anonymous', request_id: request.id, sign: deps.signEvent },
        address: request.ip,
        expectedVersion: versionOf(request.headers['if-match']),
        signal: abortSignalOf(reply),
        ...parts,
      } as Call<E>; // the spreads mirror Parsed<E>, which TypeScript cannot follow
      // Handled<E> of a csv and of a pdf endpoint.
      if (endpoint.produces === 'csv') return sendCsv(reply, (await handle(call)) as CsvDownload);
      if (endpoint.produces === 'pdf') return sendFile(reply, (await handle(call)) as FileDownload);
      const answer = await withIdempotency(deps, endpoint, request, actor, async () => {
        return parseAnswer(endpoint, await handle(call));
      });
      return send(reply, endpoint, answer);
    },
  });
}

function bodyLimitOf({ encoding }: Endpoint): { bodyLimit?: number } {
  return typeof encoding === 'object' && 'jsonMaxBytes' in encoding ? { bodyLimit: encoding.jsonMaxBytes } : {};
}

/** An answer that breaks the contract is a bug of ours, never the caller's fault. */
function parseAnswer(endpoint: Endpoint, answer: unknown): object {
  const parsed = endpoint.response.safeParse(answer);
  if (parsed.success) return parsed.data as object; // every response schema is an object or array
  throw new Error(`${endpoint.method} ${endpoint.path} answers against its contract: ${parsed.error.message}`);
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: object) {
  if ('version' in answer) reply.header('etag', `"${answer.version}"`);
  return reply.code(endpoint.status ?? 200).send(answer);
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/=-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

function requireRole(endpoint: Endpoint, actor: Actor | undefined): void {
  if (endpoint.allow === 'public') return;
  if (!actor) throw new AppError('unauthenticated', 'Sign in to continue.');
  if (!endpoint.allow.includes(actor.role)) {
    throw new AppError('forbidden', 'Insufficient permissions. A super admin can do this.');
  }
}

async function parseParts(endpoint: Endpoint, request: FastifyRequest) {
  const body = multipartOf(endpoint) ? await readMultipart(request, endpoint) : request.body;
  return {
    ...(endpoint.params && { params: parseParams(endpoint.params, request.params) }),
    ...(endpoint.query && { query: parseInput(endpoint.query, request.query) }),
    ...(endpoint.body && { body: parseInput(endpoint.body, body ?? undefined) }),
  };
}

function parseInput(schema: z.ZodType, input: unknown): unknown {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw invalidInput(parsed.error);
  return parsed.data;
}

/** An id that is not even an id names nothing: 404, like an unknown one. */
function parseParams(schema: z.ZodType, params: unknown): unknown {
  const parsed = schema.safeParse(params);
  if (!parsed.success) throw notFound('record');
  return parsed.data;
}

/** `*` is any version. A tag that is not one of ours matches none: versions begin at 1. */
function versionOf(ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return Number(/^(?:W\/)?"(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? 0);
}

function abortSignalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // The request closes as soon as its body is read; only the answer tells whether the client is still there.
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
