import {
  allEndpoints,
  type Endpoint,
  type EventCatalogue,
  errorCatalogue,
  isCreating,
  isSessionOnly,
  Problem,
  takenBodyOf,
} from '@key2xs/contract';
import { z } from 'zod';

const everywhere = ['bad_request', 'validation_failed', 'internal', 'unavailable'] as const;
const signedIn = ['unauthenticated', 'forbidden'] as const;

/** The API as OpenAPI 3.1, from the contract that drives server and client. Yields between endpoints, for `inSlices`. */
export function* describeApi(): Generator<void, object> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [tag, endpoints] of Object.entries(allEndpoints)) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const path = `/api/v1${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: describe(endpoint, tag, `${tag}.${name}`) };
      yield;
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Key2XS', version: '1', description: 'Every path also answers with a trailing slash.' },
    paths,
    'x-errors': errorCatalogue,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: jsonSchema(Problem, 'output') },
    },
  };
}

function describe(endpoint: Endpoint, tag: string, operationId: string): object {
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
    parameters: [...parametersOf('path', params), ...parametersOf('query', query)],
    ...(body && {
      requestBody: {
        required: true,
        content: { [takenBodyOf(endpoint).mediaType]: { schema: jsonSchema(body, 'input') } },
      },
    }),
    responses: responsesOf(endpoint),
  };
}

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const downloads = {
  csv: { 'text/csv': {} },
  pdf: { 'application/pdf': {} },
  file: { 'text/csv': {}, [workbook]: {}, 'application/pdf': {} },
};

function responsesOf({ status = 200, produces = 'json', response, allow, errors = [] }: Endpoint): object {
  const content =
    produces === 'json' ? { 'application/json': { schema: jsonSchema(response, 'output') } } : otherContent(produces);
  const codes = [...everywhere, ...(allow === 'public' ? [] : signedIn), ...errors];
  const problems = new Map<number, string[]>();
  for (const code of codes) {
    const { status: at } = errorCatalogue[code];
    problems.set(at, [...(problems.get(at) ?? []), code]);
  }
  const problemContent = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } };
  return {
    [status]: { description: 'Success', content },
    ...Object.fromEntries(
      [...problems].map(([at, names]) => [at, { description: names.join(', '), content: problemContent }]),
    ),
  };
}

function otherContent(produces: keyof typeof downloads | { events: EventCatalogue }): object {
  if (typeof produces !== 'object') return downloads[produces];
  const events = Object.entries(produces.events).map(([name, data]) => [name, jsonSchema(data, 'output')]);
  return { 'text/event-stream': { schema: { type: 'string' }, 'x-events': Object.fromEntries(events) } };
}

function parametersOf(place: 'path' | 'query', schema: z.ZodType | undefined): object[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input');
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }));
}

type ObjectSchema = { properties?: Record<string, object>; required?: string[] };

/** An uploaded file is a custom schema that JSON Schema cannot express; in a multipart body it is a binary string. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  return z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: target }) => {
      if (zodSchema._zod.def.type === 'custom') Object.assign(target, { type: 'string', format: 'binary' });
    },
  }) as ObjectSchema; // a plain object; zod types it as any JSON schema
}

function auditOf(audit: Endpoint['audit']): string {
  if (typeof audit === 'string') return audit;
  return 'each' in audit ? `${audit.each}, of each record` : `none: ${audit.none}`;
}
