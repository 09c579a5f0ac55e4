import type { Operation, Schema } from './api-document';
import { contentOf } from './api-document';

const maxDepth = 4;
const sampleId = '01975c3e-8f00-7000-8000-000000000000';
const formats: Record<string, string> = {
  uuid: sampleId,
  'date-time': '2026-03-01T08:00:00Z',
  date: '2026-03-01',
  email: 'ada@example.org',
  uri: 'https://example.org',
};

/** A value of the shape that a schema describes; optional members are left out of objects that have required ones. */
function sampleOf(schema: Schema, depth = 0): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(first, depth);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'string':
      return schema.format ? (formats[schema.format] ?? '…') : '…';
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return true;
    case 'array':
      return schema.items && depth < maxDepth ? [sampleOf(schema.items, depth + 1)] : [];
    case 'object':
      return depth < maxDepth ? sampleObject(schema, depth) : {};
    default:
      return null;
  }
}

function sampleObject({ properties = {}, required = [] }: Schema, depth: number): object {
  const names = Object.keys(properties).filter((name) => required.length === 0 || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, sampleOf(properties[name] ?? {}, depth + 1)]));
}

type Example = { curl: string; fetch: string };

const shellQuoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same call for a shell and for JavaScript. The token is read from the environment, so that it stands in neither. */
export function exampleOf(operation: Operation, origin: string): Example {
  const { method, path, parameters } = operation;
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(sampleOf(schema)))}`);
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name);
    return encodeURIComponent(String(found ? sampleOf(found.schema) : name));
  });
  const url = `${origin}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  const body = bodyOf(operation);
  const needsToken = operation['x-roles'] !== undefined;
  return { curl: curlOf({ method, url, body, needsToken }), fetch: fetchOf({ method, url, body, needsToken }) };
}

type Body = { type: string; fields: Record<string, unknown>; files: string[] };

function bodyOf({ requestBody }: Operation): Body | undefined {
  const content = contentOf(requestBody?.content);
  if (!content?.schema) return undefined;
  const { properties = {} } = content.schema;
  const files = Object.keys(properties).filter((name) => isFile(properties[name]));
  const sample = sampleOf(content.schema);
  const fields = {
    ...(typeof sample === 'object' && sample),
    ...Object.fromEntries(files.map((name) => [name, null])),
  };
  return { type: content.type, fields, files };
}

const isFile = (schema: Schema | undefined): boolean =>
  schema?.format === 'binary' || schema?.items?.format === 'binary' || Boolean(schema?.anyOf?.some(isFile));

type Call = { method: string; url: string; body: Body | undefined; needsToken: boolean };

function curlOf({ method, url, body, needsToken }: Call): string {
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellQuoted(url)}`];
  if (needsToken) lines.push(`-H "Authorization: Bearer $KEY2XS_TOKEN"`);
  if (body?.type === 'application/json')
    lines.push(`-H 'Content-Type: application/json'`, `-d ${shellQuoted(JSON.stringify(body.fields))}`);
  else if (body) lines.push(...fieldsOf(body));
  return lines.join(' \\\n  ');
}

function fieldsOf({ type, fields, files }: Body): string[] {
  const option = type === 'multipart/form-data' ? '-F' : '--data-urlencode';
  return Object.entries(fields).map(
    ([name, value]) => `${option} ${shellQuoted(files.includes(name) ? `${name}=@file` : `${name}=${String(value)}`)}`,
  );
}

function fetchOf({ method, url, body, needsToken }: Call): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...headersOf(body, needsToken),
    ...(body ? [`  body: ${scriptBodyOf(body)},`] : []),
  ];
  const call = options.length > 0 ? `fetch('${url}', {\n${options.join('\n')}\n})` : `fetch('${url}')`;
  return `const response = await ${call};\nif (!response.ok) throw new Error((await response.json()).detail);`;
}

function headersOf(body: Body | undefined, needsToken: boolean): string[] {
  const headers = [
    ...(needsToken ? [`    Authorization: 'Bearer ' + process.env.KEY2XS_TOKEN,`] : []),
    ...(body?.type === 'application/json' ? [`    'Content-Type': 'application/json',`] : []),
  ];
  return headers.length > 0 ? ['  headers: {', ...headers, '  },'] : [];
}

function scriptBodyOf({ type, fields, files }: Body): string {
  const text = JSON.stringify(fields, null, 2).replaceAll('\n', '\n  ');
  if (type === 'application/json') return `JSON.stringify(${text})`;
  if (files.length === 0) return `new URLSearchParams(${text})`;
  return 'form, // a FormData with the fields above';
}
