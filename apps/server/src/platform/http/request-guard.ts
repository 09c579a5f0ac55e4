import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import {
  type Endpoint,
  eventsOf,
  isClosedToViews,
  isOpenTo,
  isSessionOnly,
  isWriting,
  multipartOf,
  takenBodyOf,
  takesAccessTokenInAddress,
} from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor, Deps } from '../deps';
import { AppError } from '../errors';
import { createActorFinder, type FindActor } from '../sign-in/actor-finder';
import { redeemStreamTicket } from '../sign-in/stream-tickets';
import { looksLikeApiToken } from '../sign-in/token-text';
import { nothingAt } from './serve-web';
import { announcesBody, leaveUnread } from './unread-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's endpoint; undefined for files and routes outside the contract. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** The caller; undefined when not signed in. */
    actor: Actor | undefined;
    token: string | undefined;
  }
}

/** Limit for bodies sent without signing in: a name and a password take no longer. */
const signedOutBodyMs = 10_000;

/**
 * Checks every request by its head (address, token, role, type, length) before reading its body. A token costs one
 * index look-up, a malformed one none.
 */
export function installRequestGuard(app: FastifyInstance, deps: Deps): void {
  const findActor = createActorFinder(deps);
  const findByTicket: FindActor = (token) => redeemStreamTicket(deps, token);
  app.decorateRequest('actor', undefined);
  app.decorateRequest('token', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { endpoint } = request.routeOptions.config;
    const isBodyAhead = announcesBody(request);
    // Reading the body resumes the socket; after a complete body nothing would.
    if (isBodyAhead && !request.raw.complete) request.raw.socket.pause();
    if (endpoint) await admit(deps, { findActor, findByTicket }, endpoint, request);
    if (!isBodyAhead) return;
    if (request.is404) throw nothingAt(request);
    requireWantedBody(endpoint, request);
    if (request.headers.expect && request.raw.httpVersion === '1.1') reply.raw.writeContinue();
    if (!request.actor) limitBodyTime(request, reply);
  });
  app.addHook('onSend', async (request, reply) => {
    // Bytes that came with the head are parsed after this tick, so a small body is complete then. The socket is paused, so
    // no more arrive.
    if (announcesBody(request) && request.raw.readableFlowing === null) await setImmediate();
    leaveUnread(request, reply);
  });
  // Without a listener, Node asks for the body at once.
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    app.server.emit('request', request, response);
  });
}

type Finding = { findActor: FindActor; findByTicket: FindActor };

async function admit({ clock }: Deps, finding: Finding, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const ofHeader = bearerToken(request);
  const ofAddress = ofHeader === undefined && eventsOf(endpoint) ? queryToken(request) : undefined;
  request.token = ofHeader ?? ofAddress;
  if (ofHeader) request.actor = await finding.findActor(ofHeader);
  else if (ofAddress) request.actor = await findByAddress(finding, endpoint, ofAddress);
  requireRole(endpoint, request);
  if (request.actor) requireReach(endpoint, request.actor);
  if (request.actor?.acting?.as === 'view') requireReading(endpoint);
  if (endpoint.stepUp && request.actor) requireFreshProof(request.actor, clock());
  // Endpoints without a body ignore the type: some clients announce JSON with every call.
  if (endpoint.body && request.headers['content-type'] !== undefined) requireType(endpoint, request);
}

const tokenPattern = /^[A-Za-z0-9._~+/=-]{1,200}$/;

function bearerToken({ headers }: FastifyRequest): string | undefined {
  const token = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1];
  return token !== undefined && tokenPattern.test(token) ? token : undefined;
}

function queryToken({ query }: FastifyRequest): string | undefined {
  const { token } = query as { token?: unknown }; // Fastify has parsed the address
  // An API token lasts too long to stand in addresses, which proxies and browsers store.
  return typeof token === 'string' && tokenPattern.test(token) && !looksLikeApiToken(token) ? token : undefined;
}

/** A ticket. An access token, which proxies and browsers would store, only where the specification has it in the address. */
const findByAddress = async ({ findActor, findByTicket }: Finding, endpoint: Endpoint, token: string) =>
  (takesAccessTokenInAddress(endpoint) ? await findActor(token) : undefined) ?? (await findByTicket(token));

function requireRole(endpoint: Endpoint, { actor, token }: FastifyRequest): void {
  if (endpoint.allow === 'public') return;
  if (!actor)
    throw new AppError('unauthenticated', say(looksLikeApiToken(token) ? 'apiToken.invalid' : 'signIn.first'));
  if (!isOpenTo(endpoint, actor)) {
    throw new AppError('forbidden', say('request.forbidden'));
  }
}

/** What a token cannot be used for, whatever its owner may do. */
function requireReach(endpoint: Endpoint, { proof }: Actor): void {
  if (proof.kind !== 'token') return;
  if (isSessionOnly(endpoint)) throw new AppError('forbidden', say('apiToken.sessionOnly'));
  if (proof.is_read_only && isWriting(endpoint)) throw new AppError('forbidden', say('apiToken.readOnly'));
}

function requireReading(endpoint: Endpoint): void {
  if (isClosedToViews(endpoint)) throw new AppError('forbidden', say('administrator.viewOnly'));
}

/** How long a caller who has proved who they are may call what needs that. */
export const freshProofMs = 10 * 60_000;

function requireFreshProof({ proof }: Actor, now: Date): void {
  if (now.getTime() - proof.proved_at.getTime() > freshProofMs)
    throw new AppError('step_up_needed', say('request.confirmYourself'));
}

function requireWantedBody(endpoint: Endpoint | undefined, request: FastifyRequest): void {
  if (!endpoint || endpoint.method === 'GET') throw new AppError('bad_request', say('request.takesNoBody'));
  requireType(endpoint, request);
  const { 'content-encoding': coding = 'identity', 'content-length': length = 0 } = request.headers;
  if (coding !== 'identity') throw new AppError('unsupported_media_type', say('request.sendUncompressed'));
  if (Number(length) > takenBodyOf(endpoint).maxBytes) throw tooLarge(endpoint);
}

function requireType(endpoint: Endpoint, { mediaType }: FastifyRequest): void {
  const wanted = takenBodyOf(endpoint).mediaType;
  if (mediaType !== wanted) throw new AppError('unsupported_media_type', say('request.sendAs', { type: wanted }));
}

export function tooLarge(endpoint: Endpoint): AppError {
  const multipart = multipartOf(endpoint);
  if (multipart?.tooLarge) return new AppError('payload_too_large', say('asWritten', { text: multipart.tooLarge }));
  const bytes = multipart?.maxBytes ?? takenBodyOf(endpoint).maxBytes;
  const mebibytes = bytes / 1_048_576;
  return new AppError('payload_too_large', say(multipart ? 'request.fileTooLarge' : 'request.tooLarge', { mebibytes }));
}

function limitBodyTime({ raw }: FastifyRequest, reply: FastifyReply): void {
  const timer = setTimeout(() => !raw.complete && raw.socket.destroy(), signedOutBodyMs);
  reply.raw.once('close', () => clearTimeout(timer));
}
