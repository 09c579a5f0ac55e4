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
  parameters: { name: string; in: 'path' | 'query'; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** The parts of the server's OpenAPI document that the reference shows. */
export type ApiDocument = {
  paths: Record<string, Record<string, Described>>;
  'x-errors'?: Record<string, { status: number; title: string }>;
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
