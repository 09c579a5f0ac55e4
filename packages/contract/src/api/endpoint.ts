import type { z } from 'zod';
import type { AuditAction } from '../audit-actions';
import type { ErrorCode } from './errors';
import type { Resource } from './resources';
import type { AdminFunction, Role } from './roles';

/** The events that a stream sends: their names, and what each of them carries. */
export type EventCatalogue = Readonly<Record<string, z.ZodType>>;

/** One HTTP operation: mounted by the server, called by the web client, printed to openapi.json. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api/v1, with `:name` parameters. */
  path: `/${string}`;
  summary: string;
  /** Who may call it. 'public' needs no token. */
  allow: 'public' | readonly Role[];
  /** A sub-admin needs one of these functions as well. */
  needs?: readonly AdminFunction[];
  /** Only for callers who have just proved who they are. */
  stepUp?: true;
  /**
   * The action recorded on success, once or of each record; or why there is none. `along`: what it may set off besides, any number of
   * times.
   */
  audit:
    | AuditAction
    | { each: AuditAction }
    | { one: AuditAction; along: readonly AuditAction[] }
    | { none: 'read-only' | 'no-actor-yet' | 'own-view-state' };
  /**
   * What reads otherwise afterwards, beside all that is derived from it; or why nothing does. Given by endpoints that
   * write. own-session: it begins, renews or ends. answered-whole: what the caller gets is all that changed. never-read: no
   * endpoint answers it.
   */
  changes?: readonly Resource[] | { none: 'own-session' | 'answered-whole' | 'never-read' };
  /**
   * Encoding of the body; default json of at most 1 MiB, 16 KiB for public endpoints. Multipart: name of the file
   * field, largest size of a file, number of files (default one), and what is said of a larger file.
   */
  encoding?:
    | 'json'
    | 'form'
    | { jsonMaxBytes: number }
    | { multipart: string; maxBytes: number; maxFiles?: number; tooLarge?: string };
  /**
   * Format of the answer; default json. The others ignore the response schema: csv, pdf and file are downloads (file: as the
   * query says), events is a stream of server-sent events. Its query takes `streamQuery`.
   */
  produces?: 'json' | 'csv' | 'pdf' | 'file' | { events: EventCatalogue };
  /** 201 for creation, which honours an Idempotency-Key. */
  status?: 200 | 201 | 202;
  /** The answer holds a secret, so it is not stored for a repeated Idempotency-Key. */
  isSecret?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Codes besides those that every endpoint may answer. */
  errors?: readonly ErrorCode[];
};

export const isWriting = ({ method, audit }: Pick<Endpoint, 'method' | 'audit'>): boolean =>
  method !== 'GET' && !(typeof audit === 'object' && 'none' in audit && audit.none === 'read-only');

/** Undefined for other encodings. */
export function multipartOf({ encoding }: Endpoint) {
  return typeof encoding === 'object' && 'multipart' in encoding ? encoding : undefined;
}

/** Undefined unless the answer is a stream. */
export const eventsOf = ({ produces }: Pick<Endpoint, 'produces'>): EventCatalogue | undefined =>
  typeof produces === 'object' ? produces.events : undefined;

/** Whether parsing the longest allowed JSON body would block other requests. */
export const isLongJson = ({ encoding }: Endpoint): boolean =>
  typeof encoding === 'object' && 'jsonMaxBytes' in encoding;

const publicJsonMaxBytes = 16 * 1_024;
const jsonMaxBytes = 1_048_576;
/** Allowance for the fields and part headers of a multipart body. */
const multipartExtraBytes = 512 * 1_024;

/** The media type and longest body accepted; both can be checked before reading the body. */
export function takenBodyOf(endpoint: Endpoint): { mediaType: string; maxBytes: number } {
  const { encoding, allow, body } = endpoint;
  const multipart = multipartOf(endpoint);
  if (multipart) {
    const maxBytes = multipart.maxBytes * (multipart.maxFiles ?? 1) + multipartExtraBytes;
    return { mediaType: 'multipart/form-data', maxBytes };
  }
  if (encoding === 'form') return { mediaType: 'application/x-www-form-urlencoded', maxBytes: publicJsonMaxBytes };
  const mediaType = 'application/json';
  if (typeof encoding === 'object' && 'jsonMaxBytes' in encoding) return { mediaType, maxBytes: encoding.jsonMaxBytes };
  return { mediaType, maxBytes: allow === 'public' || !body ? publicJsonMaxBytes : jsonMaxBytes };
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, Name extends string> = E extends Record<Name, infer S extends z.ZodType> ? S : never;
type Sent<E, Name extends string> = [Part<E, Name>] extends [never] ? unknown : { [K in Name]: z.input<Part<E, Name>> };
type Got<E, Name extends string> = [Part<E, Name>] extends [never] ? unknown : { [K in Name]: z.output<Part<E, Name>> };

/** What a caller passes: params, query and body before parsing. */
export type Input<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;
/** The same, parsed, for the handler. */
export type Parsed<E extends Endpoint> = Got<E, 'params'> & Got<E, 'query'> & Got<E, 'body'>;
/** What a handler returns, before the response schema strips it. */
export type Answer<E extends Endpoint> = z.input<E['response']>;
/** What a caller receives. */
export type Output<E extends Endpoint> = z.output<E['response']>;

type CatalogueOf<E extends Endpoint> = E extends { produces: { events: infer C extends EventCatalogue } } ? C : never;
type Sending<C extends EventCatalogue> = { [N in keyof C & string]: { event: N; data: z.input<C[N]> } }[keyof C &
  string];
type Receiving<C extends EventCatalogue> = {
  [N in keyof C & string]: { event: N; data: z.output<C[N]> };
}[keyof C & string];

/** What the handler of a stream sends. `id`: by which a reader that comes back says where it was. */
export type SentEvent<E extends Endpoint> = Sending<CatalogueOf<E>> & { id?: string };
/** What the reader of a stream receives. */
export type ReceivedEvent<E extends Endpoint> = Receiving<CatalogueOf<E>> & { id: string | undefined };
