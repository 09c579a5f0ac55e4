import { actionOf, type Endpoint } from '@key2xs/contract';
import { basePath } from '../base-path';

/** One HTTP request as an endpoint and its input determine it; the token is added later. */
export type Request = { url: string; method: string; headers: Record<string, string>; body?: BodyInit };

/** Loosely typed: `call` has checked it against the endpoint's own type. */
export type AnyInput = { params?: unknown; query?: unknown; body?: unknown };

/** Adds the API's base path; leaves out undefined query parameters and form fields. */
export function requestOf(endpoint: Endpoint, input: AnyInput): Request {
  const headers: Record<string, string> = { accept: 'application/json' };
  const body = bodyOf(endpoint, input.body);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  return { url: urlOf(endpoint, input), method: endpoint.method, headers, body };
}

function urlOf(endpoint: Endpoint, input: AnyInput): string {
  const params = new Map(entriesOf(input.params));
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params.get(name);
    if (value === undefined || value === '')
      throw new Error(`${fieldOf(endpoint.path, name)} is required for ${actionOf(endpoint)}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams(entriesOf(input.query)).toString();
  return `${basePath}/api/v1${path}${query ? `?${query}` : ''}`;
}

/** What the specification calls an id, derived from the words before it in a path. */
const idsAfter: { [words: string]: string } = {
  connections: 'connectionId',
  config: 'connectionId',
  'key-system-connections': 'connectionId',
  keyplans: 'keyplanId',
  cylinders: 'cylinderId',
  'cylinder-groups': 'groupId',
};

function fieldOf(path: string, name: string): string {
  const before = name === 'id' && path.split('/:id')[0]?.split('/').at(-1);
  const known = before ? idsAfter[before] : undefined;
  return known ?? name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function bodyOf(endpoint: Endpoint, body: unknown): BodyInit | undefined {
  if (!endpoint.body || body === undefined) return undefined;
  if (endpoint.encoding === 'form') return new URLSearchParams(entriesOf(body));
  if (typeof endpoint.encoding === 'object' && 'multipart' in endpoint.encoding) return multipartOf(body);
  return JSON.stringify(body);
}

function multipartOf(body: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of fieldsOf(body)) {
    for (const part of Array.isArray(value) ? value : [value]) {
      form.append(name, part instanceof Blob ? part : String(part));
    }
  }
  return form;
}

function fieldsOf(record: unknown): [string, unknown][] {
  const fields = typeof record === 'object' && record !== null ? Object.entries(record) : [];
  return fields.filter(([, value]) => value !== undefined && value !== null);
}

function entriesOf(record: unknown): [string, string][] {
  return fieldsOf(record).map(([name, value]) => [name, String(value)]);
}
