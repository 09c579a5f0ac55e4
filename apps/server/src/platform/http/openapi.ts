import {
  allEndpoints,
  type Endpoint,
  type ErrorCode,
  type EventCatalogue,
  errorCatalogue,
  isCreating,
  isSessionOnly,
  Problem,
  takenBodyOf,
} from '@key2xs/contract';
import { z } from 'zod';
import { createSchemaWriter } from './openapi-schemas';

type Write = ReturnType<typeof createSchemaWriter>['write'];
/** Refusals are described once for each set of codes. */
type Writing = { write: Write; refusals: Record<string, object> };

const text = { type: 'string' };

const everywhere = ['bad_request', 'validation_failed', 'internal', 'unavailable'] as const;
const signedIn = ['unauthenticated', 'forbidden'] as const;

/**
 * The API as OpenAPI 3.1, from the contract that drives server and client. Yields between endpoints, for `inSlices`.
 * @param server the path below which the installation is reached
 */
export function* describeApi(server = '/'): Generator<void, object> {
  const { write, finish } = createSchemaWriter();
  const refusals: Record<string, object> = {};
  const written: Record<string, Record<string, object>> = {};
  for (const [tag, endpoints] of Object.entries(allEndpoints)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/api/v1${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
      const method = endpoint.method.toLowerCase();
      written[path] = {
        ...written[path],
        [method]: describe(endpoint, { write, refusals }, { tag, operationId: `${tag}.${name}` }),
      };
      yield;
    }
  }
  write(Problem, 'output'); // which every refusal refers to
  yield;
  const { document: paths, schemas } = finish(written);
  return {
    openapi: '3.1.0',
    info: { title: 'Key2XS', version: '1', description: 'Every path also answers with a trailing slash.' },
    servers: [{ url: server, description: 'This installation' }],
    paths,
    'x-errors': errorCatalogue,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      responses: refusals,
      schemas,
    },
  };
}

function describe(
  endpoint: Endpoint,
  writing: Writing,
  { tag, operationId }: { tag: string; operationId: string },
): object {
  const { write } = writing;
  const { summary, allow, needs, stepUp, audit, params, query, body } = endpoint;
  return {
    operationId,
    tags: [tag],
    summary,
    ...(allow !== 'public' && { security: [{ bearer: [] }], 'x-roles': allow }),
    ...(needs && { 'x-needs': needs }),
    ...(isSessionOnly(endpoint) && { 'x-session-only': true }),
    ...(stepUp && { 'x-step-up': true }),
    ...(isCreating(endpoint) && { 'x-idempotency-key': true }),
    'x-audit': auditOf(audit),
    parameters: [
      ...parametersOf('path', params, write),
      ...parametersOf('query', query, write),
      ...headersOf(endpoint),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { [takenBodyOf(endpoint).mediaType]: { schema: write(body, 'input') } },
      },
    }),
    responses: responsesOf(endpoint, writing),
  };
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const downloads = {
  csv: { 'text/csv': {} },
  pdf: { 'application/pdf': {} },
  file: { 'text/csv': {}, [workbook]: {}, 'application/pdf': {} },
};

function responsesOf(endpoint: Endpoint, { write, refusals }: Writing): object {
  const { status = 200, produces = 'json', response, allow, errors = [] } = endpoint;
  const content =
    produces === 'json' ? { 'application/json': { schema: write(response, 'output') } } : otherContent(produces, write);
  const hasVersion = response instanceof z.ZodObject && 'version' in response.shape;
  const headers = hasVersion && { headers: { ETag: { description: 'The version, for If-Match.', schema: text } } };
  const codes = [...everywhere, ...(allow === 'public' ? [] : signedIn), ...errors];
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status: at } = errorCatalogue[code];
    byStatus.set(at, [...(byStatus.get(at) ?? []), code]);
  }
  const refused = [...byStatus].map(([at, names]) => {
    const name = names.join('.');
    refusals[name] ??= refusalOf(at, names);
    return [at, { $ref: `#/components/responses/${name}` }] as const;
  });
  return { [status]: { description: 'Success', ...headers, content }, ...Object.fromEntries(refused) };
}

const refusalOf = (status: number, codes: readonly ErrorCode[]): object => ({
  description: codes.join(', '),
  ...((status === 429 || status === 503) && {
    headers: { 'Retry-After': { description: 'Seconds to wait, where that is known.', schema: { type: 'integer' } } },
  }),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
});

function otherContent(produces: keyof typeof downloads | { events: EventCatalogue }, write: Write): object {
  if (typeof produces !== 'object') return downloads[produces];
  const events = Object.entries(produces.events).map(([name, data]) => [name, write(data, 'output')]);
  return { 'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(events) } };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined, write: Write): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = write(schema, 'input', { inPlace: true });
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

/** What a call may carry besides: both are optional. */
function headersOf(endpoint: Endpoint): object[] {
  const header = (name: string, description: string) => ({
    ...{ name, in: 'header', required: false, description, schema: text },
  });
  return [
    ...(endpoint.errors?.includes('version_conflict')
      ? [header('If-Match', 'The ETag that was read. Refused with 412 after a change since.')]
      : []),
    ...(isCreating(endpoint)
      ? [header('Idempotency-Key', 'The same key with the same body has the same answer, and is done once.')]
      : []),
  ];
}

function auditOf(audit: Endpoint['audit']): string {
  if (typeof audit === 'string') return audit;
  if ('one' in audit) return `${audit.one}, and along with it: ${audit.along.join(', ')}`;
  return 'each' in audit ? `${audit.each}, of each record` : `none: ${audit.none}`;
}
