/** A JSON schema, as far as the contract uses it. */
export type Schema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  $ref?: string;
};

type Content = Record<string, { schema?: Schema; 'x-events'?: Record<string, Schema> }>;

type Described = {
  operationId: string;
  tags: string[];
  summary: string;
  'x-roles'?: string[];
  'x-needs'?: string[];
  'x-step-up'?: boolean;
  'x-session-only'?: boolean;
  'x-idempotency-key'?: boolean;
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    description?: string;
    schema: Schema;
  }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** The parts of the server's OpenAPI document that the reference shows. */
export type ApiDocument = {
  paths: Record<string, Record<string, Described>>;
  'x-errors'?: Record<string, { status: number; title: string }>;
  components?: Record<string, Record<string, object>>;
};

export type Operation = Described & { method: string; path: string; group: string };

export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      ...described,
      method: method.toUpperCase(),
      path,
      group: described.tags[0] ?? '',
    })),
  );

/** An operation with the shared parts that it refers to in their places. A schema within itself is named only. */
export function withSharedParts(operation: Operation, { components = {} }: ApiDocument): Operation {
  const place = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => place(one, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as { $ref?: string };
    const members = Object.fromEntries(Object.entries(own).map(([name, one]) => [name, place(one, within)]));
    if ($ref === undefined) return members;
    const [kind = '', name = ''] = $ref.split('/').slice(2);
    if (within.includes($ref)) return { type: name, ...members };
    return { ...(place(components[kind]?.[name], [...within, $ref]) as object), ...members };
  };
  return place(operation, []) as Operation; // the same, with other schemas
}

/** `keySystems` as `Key systems`. */
export const groupTitle = (group: string): string =>
  group.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase());

/** Operations with all of the words, in any order. */
export function findOperations(operations: readonly Operation[], words: string, group?: string): Operation[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return operations.filter((one) => {
    if (group && one.group !== group) return false;
    const text = `${one.method} ${one.path} ${one.summary} ${one.operationId}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

export function byGroup(operations: readonly Operation[]): [group: string, operations: Operation[]][] {
  const groups = new Map<string, Operation[]>();
  for (const one of operations) groups.set(one.group, [...(groups.get(one.group) ?? []), one]);
  return [...groups];
}

/** The only content of a body or an answer; the first of several types. */
export const contentOf = (content: Content = {}) => {
  const [type, value] = Object.entries(content)[0] ?? [];
  return type && value ? { type, types: Object.keys(content), ...value } : undefined;
};

/** Status, codes and content of what may be answered. */
export function answersOf({ responses }: Operation) {
  const all = Object.entries(responses).map(([status, answer]) => ({ status: Number(status), ...answer }));
  return {
    success: all.find(({ status }) => status < 300),
    errors: all
      .filter(({ status }) => status >= 400)
      .map(({ status, description }) => ({ status, codes: description.split(', ') })),
  };
}
