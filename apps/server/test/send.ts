import { type Endpoint, type Input, multipartOf, type Output, Problem, type UploadedFile } from '@key2xs/contract';

export type Answered<E extends Endpoint> = {
  status: number;
  headers: Headers;
  /** Parsed by the contract; only after success. */
  body: Output<E>;
  /** Only after a failure. */
  problem: Problem;
  text: string;
};

export type CallOptions = { headers?: Record<string, string> };

/** Calls a real server as the contract describes. */
export async function send<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: Input<E>,
  { token, headers = {} }: CallOptions & { token?: string | undefined } = {},
): Promise<Answered<E>> {
  const parts = input as { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }; // Input<E> declares some of these
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params?.[name] ?? name));
  const query = new URLSearchParams(
    Object.entries(parts.query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );
  const { body, type } = await encode(endpoint, parts.body);
  const response = await fetch(`${url}/api/v1${path}${query.size > 0 ? `?${query}` : ''}`, {
    method: endpoint.method,
    headers: {
      ...(type && { 'content-type': type }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  const answer = isJson ? JSON.parse(text) : text;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: (response.ok ? (isJson ? endpoint.response.parse(answer) : answer) : undefined) as Output<E>, // undefined on failure, as said above
    problem: (response.ok ? undefined : Problem.parse(answer)) as Problem, // the other way round
  };
}

async function encode(endpoint: Endpoint, body: unknown): Promise<{ body?: string | FormData; type?: string }> {
  const { encoding, method } = endpoint;
  const multipart = multipartOf(endpoint);
  if (method === 'GET' || body === undefined) return {};
  const fields = Object.entries(body as Record<string, unknown>); // every body of the contract is an object
  if (encoding === 'form') {
    return {
      body: new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)])).toString(),
      type: 'application/x-www-form-urlencoded',
    };
  }
  if (!multipart) return { body: JSON.stringify(body), type: 'application/json' };
  const form = new FormData();
  for (const [name, value] of fields) {
    if (name !== multipart.multipart) form.set(name, String(value));
    else {
      const files = value as UploadedFile | UploadedFile[]; // the file field of the endpoint
      for (const file of [files].flat()) form.append(name, new Blob([await file.arrayBuffer()]), file.name);
    }
  }
  return { body: form };
}
