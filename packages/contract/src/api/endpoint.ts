import type { z } from 'zod';
import type { AuditAction } from '../audit-actions';
import type { ErrorCode } from './errors';
import type { AdminFunction, Role } from './roles';

/** One HTTP operation. The server registers it, the web client calls it, openapi.json is printed from it. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api/v1, with `:name` parameters. */
  path: `/${string}`;
  summary: string;
  /** Who may call it. 'public' means no token is asked for. */
  allow: 'public' | readonly Role[];
  /** What a sub-admin must have been given besides. */
  needs?: AdminFunction;
  /** The action recorded when it succeeds, or why there is none. Leaving it out does not compile. */
  audit: AuditAction | { none: 'read-only' | 'no-actor-yet' | 'own-view-state' };
  /**
   * How the body travels; json of at most 1 MiB unless said, of 16 KiB where no token is asked for. A multipart endpoint
   * names its file field, how large each file may be and how many there may be (one unless said).
   */
  encoding?: 'json' | 'form' | { jsonMaxBytes: number } | { multipart: string; maxBytes: number; maxFiles?: number };
  /** What comes back; json unless said. The others are downloads, their response schema describes nothing. */
  produces?: 'json' | 'csv' | 'pdf';
  /** 201 for creation; an Idempotency-Key is honoured there. */
  status?: 200 | 201 | 202;
  /** The answer shows a secret once: it is never kept for a repeated Idempotency-Key. */
  isSecret?: true;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  response: z.ZodType;
  /** Codes this endpoint adds to the ones every endpoint may answer. */
  errors?: readonly ErrorCode[];
};

/** What a multipart endpoint takes; undefined when the body travels otherwise. */
export function multipartOf({ encoding }: Endpoint) {
  return typeof encoding === 'object' && 'multipart' in encoding ? encoding : undefined;
}

/** Whether a JSON body may be so long that parsing it would hold up other requests. */
export const isLongJson = ({ encoding }: Endpoint): boolean =>
  typeof encoding === 'object' && 'jsonMaxBytes' in encoding;

const strangerMaxBytes = 16 * 1_024;
const jsonMaxBytes = 1_048_576;
/** Around the files of a multipart body: its fields and the heads of its parts. */
const multipartExtraBytes = 512 * 1_024;

/** The one type a body of this endpoint may have, and its length; both can be judged before the body is read. */
export function takenBodyOf(endpoint: Endpoint): { mediaType: string; maxBytes: number } {
  const { encoding, allow, body } = endpoint;
  const multipart = multipartOf(endpoint);
  if (multipart) {
    const maxBytes = multipart.maxBytes * (multipart.maxFiles ?? 1) + multipartExtraBytes;
    return { mediaType: 'multipart/form-data', maxBytes };
  }
  if (encoding === 'form') return { mediaType: 'application/x-www-form-urlencoded', maxBytes: strangerMaxBytes };
  const mediaType = 'application/json';
  if (typeof encoding === 'object' && 'jsonMaxBytes' in encoding) return { mediaType, maxBytes: encoding.jsonMaxBytes };
  return { mediaType, maxBytes: allow === 'public' || !body ? strangerMaxBytes : jsonMaxBytes };
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Part<E, Name extends string> = E extends Record<Name, infer S extends z.ZodType> ? S : never;
type Sent<E, Name extends string> = [Part<E, Name>] extends [never] ? unknown : { [K in Name]: z.input<Part<E, Name>> };
type Got<E, Name extends string> = [Part<E, Name>] extends [never] ? unknown : { [K in Name]: z.output<Part<E, Name>> };

/** What a caller passes: the parameters, query and body the endpoint declares, before parsing. */
export type Input<E extends Endpoint> = Sent<E, 'params'> & Sent<E, 'query'> & Sent<E, 'body'>;
/** What a handler receives: the same, parsed. */
export type Parsed<E extends Endpoint> = Got<E, 'params'> & Got<E, 'query'> & Got<E, 'body'>;
/** What a handler answers, before the response schema has stripped it. */
export type Answer<E extends Endpoint> = z.input<E['response']>;
/** What a caller gets back. */
export type Output<E extends Endpoint> = z.output<E['response']>;
