import * as contract from '@key2xs/contract';
import { z } from 'zod';

export type JsonSchema = { properties?: Record<string, object>; required?: string[] };

type Io = 'input' | 'output';
type Found = { name: string; io: Io; text: string };

const mark = (io: Io, name: string) => `#/${io}/${name}`;
const marks = /"#\/(input|output)\/(\w+)"/g;

/**
 * Turns zod schemas into JSON schemas in which those that the contract exports by name are references. What a body takes and an answer
 * has differs by its defaults: such a schema is there twice.
 */
export function createSchemaWriter() {
  const metadata = new NamedSchemas();
  const found = new Map<string, Found>();
  return {
    /** With references that only `finish` makes final; `inPlace`: a named schema is no reference itself. */
    write(schema: z.ZodType, io: Io, { inPlace = false } = {}): JsonSchema {
      const { $defs = {}, $schema: _, ...written } = toJson(schema, io, metadata);
      const root = inPlace ? withoutReference(written, $defs) : written;
      for (const [name, definition] of Object.entries($defs)) {
        found.set(mark(io, name), { name, io, text: marked(definition, io) });
      }
      return JSON.parse(marked(root, io)) as JsonSchema; // what it was, with other references
    },

    /** The same document with final references, and the schemas that they name, in the order of their names. */
    finish(document: object): { document: object; schemas: Record<string, object> } {
      const differing = differingNames(found);
      const final = (text: string) =>
        text.replace(marks, (_, io: Io, name: string) => `"#/components/schemas/${finalName(name, io, differing)}"`);
      const schemas = [...found.values()]
        .map(({ name, io, text }) => [finalName(name, io, differing), JSON.parse(final(text)) as object] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1));
      return { document: JSON.parse(final(JSON.stringify(document))) as object, schemas: Object.fromEntries(schemas) };
    },
  };
}

/** The definition that a reference names is no longer one of the others. */
function withoutReference({ $ref, ...written }: WithDefinitions, definitions: Record<string, object>): WithDefinitions {
  const name = $ref?.replace('#/$defs/', '');
  const definition = name && definitions[name];
  if (!definition) return written;
  delete definitions[name];
  return { ...definition, ...written };
}

const finalName = (name: string, io: Io, differing: ReadonlySet<string>) =>
  io === 'input' && differing.has(name) ? `${name}Input` : name;

/** Names whose input and output are not the same, or refer to one that is not. */
function differingNames(found: ReadonlyMap<string, Found>): ReadonlySet<string> {
  const differing = new Set<string>();
  const same = (text: string) =>
    text.replace(marks, (_, io: Io, name: string) => `"${differing.has(name) ? mark(io, name) : name}"`);
  for (let before = -1; before < differing.size; ) {
    before = differing.size;
    for (const { name, io, text } of found.values()) {
      const other = found.get(mark(io === 'input' ? 'output' : 'input', name));
      if (other && same(text) !== same(other.text)) differing.add(name);
    }
  }
  return differing;
}

const marked = (schema: unknown, io: Io) =>
  JSON.stringify(schema).replace(/"#\/\$defs\/(\w+)"/g, (_, name: string) => `"${mark(io, name)}"`);

/** Descriptions as everywhere, and names for the objects, unions and enums that the contract exports. */
class NamedSchemas extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  private readonly names = new Map<z.core.$ZodType, string>();

  constructor() {
    super();
    for (const [name, value] of Object.entries(contract)) {
      if (!(value instanceof z.ZodObject || value instanceof z.ZodUnion || value instanceof z.ZodEnum)) continue;
      if (!this.names.has(value)) this.names.set(value, name);
    }
  }

  override get<S extends z.core.$ZodType>(schema: S) {
    const id = this.names.get(schema);
    const described = z.globalRegistry.get(schema);
    return (id === undefined ? described : { ...described, id }) as ReturnType<typeof z.globalRegistry.get<S>>;
  }
}

type WithDefinitions = JsonSchema & { $schema?: string; $ref?: string; $defs?: Record<string, object> };

function toJson(schema: z.ZodType, io: Io, metadata: NamedSchemas): WithDefinitions {
  return z.toJSONSchema(schema, {
    io,
    metadata,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // An uploaded file cannot be expressed; in a multipart body it is a binary string.
      if (def.type === 'custom') Object.assign(jsonSchema, { type: 'string', format: 'binary' });
      // Answers may get further fields; what takes no others says so itself.
      if (def.type === 'object' && !def.catchall) delete jsonSchema.additionalProperties;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
    },
  }) as WithDefinitions; // a plain object; zod types it as any JSON schema
}
