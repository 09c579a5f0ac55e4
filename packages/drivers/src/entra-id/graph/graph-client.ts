import { randomUUID } from 'node:crypto';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import type { SourceCall } from '../../called-source-driver';
import { DriverError } from '../../driver-error';
import { checkAnswer } from '../../transport/check-answer';
import type { Answer, Exchange, HttpClient, Tried } from '../../transport/http-client';
import { EntraError } from '../entra-error';
import { readTokenClaims } from '../sign-in/token-claims';
import type { Tokens } from '../sign-in/tokens';
import { graphRefusal, type Meaning } from './graph-refusal';

/** The context of a call. */
export type Caller = {
  signal: AbortSignal;
  /** A person waits for it, so it takes precedence over background work. */
  isWaitedFor?: boolean;
  noteCall?: ((call: SourceCall) => void) | undefined;
};

export type GraphCall<T> = Meaning & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the version, such as `/users/delta?…`; for a link, the complete URL from an answer. */
  to: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Undefined if no content is expected. */
  answer?: z.ZodType<T>;
  /** The answer is plain text, not JSON. */
  isText?: boolean;
  /** Counts the objects in an answer. */
  count?: (answer: T) => number;
  /** Not idempotent: no retry if the outcome is unknown. */
  isOnce?: boolean;
};

export type GraphClient = {
  /** @throws EntraError, DriverError of the transport, ExpiredLink */
  send<T>(caller: Caller, call: GraphCall<T>): Promise<T>;
  /**
   * Path and query of a URL from an answer, unchanged.
   * @throws EntraError bad_answer for another origin, which would receive our token
   */
  pathOf(link: string): string;
};

const version = '/v1.0';

/** A thin client of Microsoft Graph: authenticates calls, handles its headers and codes, and validates answers. */
export function createGraphClient(origin: string, http: HttpClient, tokens: Tokens): GraphClient {
  const pathOf = (link: string): string => {
    const read = URL.parse(link);
    if (read?.origin === origin && read.username === '' && read.password === '')
      return `${read.pathname}${read.search}`;
    throw new EntraError('bad_answer', { detail: say('entraCase.foreignLink', { host: read?.host || '?' }) });
  };

  async function attempt<T>(caller: Caller, call: GraphCall<T>, isRenewed: boolean): Promise<T> {
    const path = call.isLink ? pathOf(call.to) : `${version}${call.to}`;
    const watch = (tried: Tried) => caller.noteCall?.(toSourceCall(tried, 0));
    const token = await tokens.get({ signal: caller.signal, isRenewed, ...(caller.noteCall && { watch }) });
    return http.send({
      ...requestOf(call, caller, token),
      path,
      ...understanding({ ...call, permission: missingPermission(token, call) }, caller),
    });
  }
  return {
    pathOf,
    async send(caller, call) {
      try {
        return await attempt(caller, call, false);
      } catch (error) {
        if (!(error instanceof EntraError && error.reason === 'token_refused')) throw error;
        return attempt(caller, call, true); // only once: repeated attempts cause a lock-out
      }
    },
  };
}

function missingPermission(token: string, { permission, alsoNeeds = [] }: Meaning): string {
  if (alsoNeeds.length === 0) return permission;
  const { roles } = readTokenClaims(token);
  return alsoNeeds.find((one) => !roles.includes(one)) ?? permission;
}

function requestOf(
  { method = 'GET', headers = {}, body, isText, isOnce }: Omit<GraphCall<unknown>, 'count'>,
  { signal, isWaitedFor }: Caller,
  token: string,
) {
  return {
    method,
    signal,
    ...(isOnce && { isOnce }),
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: {
      ...headers,
      authorization: `Bearer ${token}`,
      accept: isText ? 'text/plain' : 'application/json',
      'accept-encoding': 'gzip',
      'client-request-id': randomUUID(),
      'x-ms-throttle-priority': isWaitedFor ? 'high' : 'low',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
  };
}

function understanding<T>(call: GraphCall<T>, { noteCall }: Caller): Pick<Exchange<T>, 'understand' | 'watch'> {
  let objects = 0;
  return {
    understand(answer) {
      if (answer.statusCode < 200 || answer.statusCode > 299) return { failure: graphRefusal(answer, call) };
      const value = read(call, answer);
      objects = call.count?.(value) ?? 0;
      return { value };
    },
    watch: (tried) => noteCall?.(toSourceCall(tried, objects)),
  };
}

function read<T>({ answer: schema, isText }: GraphCall<T>, { text }: Answer): T {
  // If no content is expected, T is undefined.
  if (!schema) return undefined as T;
  try {
    return checkAnswer(schema, isText ? text : JSON.parse(text));
  } catch (error) {
    if (error instanceof DriverError) throw error;
    throw new EntraError('bad_answer', { detail: say('circumstance.notJson') });
  }
}

/** Cost and used share of the limit, as far as Graph reports them. */
function toSourceCall({ milliseconds, answer, failure }: Tried, objects: number): SourceCall {
  const number = (name: string) => {
    const value = answer?.headers[name];
    return typeof value === 'string' && Number.isFinite(Number(value)) && value !== '' ? Number(value) : undefined;
  };
  return {
    milliseconds,
    outcome: failure ? outcomeOf(failure.error) : 'ok',
    objects,
    units: number('x-ms-resource-unit') ?? 0,
    load: number('x-ms-throttle-limit-percentage') ?? null,
  };
}

const outcomes: Partial<Record<DriverError['kind'], SourceCall['outcome']>> = {
  rate_limited: 'throttled',
  refused: 'server',
  bad_answer: 'data',
  refused_item: 'data',
  not_supported: 'data',
  unauthorised: 'auth',
  unknown_domain: 'auth',
};

function outcomeOf(error: DriverError): SourceCall['outcome'] {
  if (error instanceof EntraError && error.reason === 'permission_missing') return 'permission';
  return outcomes[error.kind] ?? 'network';
}
