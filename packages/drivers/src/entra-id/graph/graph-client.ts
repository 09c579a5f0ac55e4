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

/** For whom a call is made, and who is told of it. */
export type Caller = {
  signal: AbortSignal;
  /** A person waits for it; what runs in the background gives way. */
  isWaitedFor?: boolean;
  noteCall?: ((call: SourceCall) => void) | undefined;
};

export type GraphCall<T> = Meaning & {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version, such as `/users/delta?…`; of a link the whole address that an answer gave. */
  to: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Undefined: nothing is expected in the answer. */
  answer?: z.ZodType<T>;
  /** The answer is a text, not JSON. */
  isText?: boolean;
  /** How many objects an answer has. */
  count?: (answer: T) => number;
  /** Not to be repeated when nobody knows whether it was done. */
  isOnce?: boolean;
};

export type GraphClient = {
  /** @throws EntraError, DriverError of the transport, ExpiredLink */
  send<T>(caller: Caller, call: GraphCall<T>): Promise<T>;
  /**
   * Where an address that an answer gave leads, with its query, letter for letter.
   * @throws EntraError bad_answer for one that leads elsewhere: our token would go with it
   */
  pathOf(link: string): string;
};

const version = '/v1.0';

/** A thin client of Microsoft Graph: signs calls in, knows its headers and codes, and checks what it answers. */
export function createGraphClient(origin: string, http: HttpClient, tokens: Tokens): GraphClient {
  const pathOf = (link: string): string => {
    const read = URL.parse(link);
    if (read?.origin === origin && read.username === '' && read.password === '')
      return `${read.pathname}${read.search}`;
    throw new EntraError('bad_answer', { detail: say('entraCase.foreignLink', { host: read?.host || '?' }) });
  };

  async function attempt<T>(caller: Caller, call: GraphCall<T>, isRenewed: boolean): Promise<T> {
    const path = call.isLink ? pathOf(call.to) : `${version}${call.to}`;
    const watch = (tried: Tried) => caller.noteCall?.(noted(tried, 0));
    const token = await tokens.get({ signal: caller.signal, isRenewed, ...(caller.noteCall && { watch }) });
    return http.send({
      ...requestOf(call, caller, token),
      path,
      ...understanding({ ...call, permission: lackedBy(token, call) }, caller),
    });
  }
  return {
    pathOf,
    async send(caller, call) {
      try {
        return await attempt(caller, call, false);
      } catch (error) {
        if (!(error instanceof EntraError && error.reason === 'token_refused')) throw error;
        return attempt(caller, call, true); // once: whoever hammers is locked out
      }
    },
  };
}

function lackedBy(token: string, { permission, alsoNeeds = [] }: Meaning): string {
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
    watch: (tried) => noteCall?.(noted(tried, objects)),
  };
}

function read<T>({ answer: schema, isText }: GraphCall<T>, { text }: Answer): T {
  // Where nothing is expected, T is undefined.
  if (!schema) return undefined as T;
  try {
    return checkAnswer(schema, isText ? text : JSON.parse(text));
  } catch (error) {
    if (error instanceof DriverError) throw error;
    throw new EntraError('bad_answer', { detail: say('circumstance.notJson') });
  }
}

/** Its cost and the share of the limit that is used up, as far as Graph tells. */
function noted({ milliseconds, answer, failure }: Tried, objects: number): SourceCall {
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
