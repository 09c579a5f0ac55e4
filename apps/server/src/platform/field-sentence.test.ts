import { allEndpoints } from '@key2xs/contract';
import { told } from '@key2xs/texts/teller';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { fieldSentence } from './field-sentence';

/** Everything a schema and what it is made of would say of its own. */
function* ownWords(part: unknown, seen = new Set<unknown>()): Generator<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const { _zod, ...rest } = part as { _zod?: { def: Record<string, unknown> } }; // zod's own door to what a schema is
  const { error, ...members } = _zod?.def ?? (rest as Record<string, unknown>);
  const words = typeof error === 'function' ? error({}) : undefined;
  if (typeof words === 'string' && words !== '') yield words;
  for (const member of Object.values(members)) yield* ownWords(member, seen);
}

const endpoints = Object.values(allEndpoints).flatMap((group) => Object.values(group));

type JsonSchema = { [name: string]: unknown };

const bad = [undefined, null, true, -1, 0.5, 1e12, '', 'x', 'x'.repeat(30_000), [], {}, [null], { nobody: 1 }];

/** Wrong values for whatever takes such input: what is no such value at all, and what is wrong inside it. */
function* wrongFor(schema: unknown, depth = 0): Generator<unknown> {
  yield* bad;
  if (typeof schema !== 'object' || schema === null || depth > 4) return;
  const { properties, items, anyOf, oneOf, additionalProperties } = schema as JsonSchema; // of JSON Schema
  for (const one of [anyOf, oneOf].flat()) if (one) yield* wrongFor(one, depth + 1);
  if (items) {
    for (const one of wrongFor(items, depth + 1)) yield [one];
    yield Array.from({ length: 25 }, () => null);
  }
  const parts = Object.entries({
    ...(properties as object),
    ...(additionalProperties ? { some: additionalProperties } : {}),
  });
  for (const [name, part] of parts) for (const one of wrongFor(part, depth + 1)) yield { [name]: one };
}

function* messagesOf(schema: z.ZodType): Generator<string> {
  for (const value of wrongFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))) {
    for (const { message } of schema.safeParse(value).error?.issues ?? []) yield message;
  }
}

describe('fieldSentence', () => {
  it.each(
    endpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => (schema ? [{ at: `${method} ${path}`, schema }] : [])),
    ),
  )('knows what is said of anything wrong at $at', ({ schema }) => {
    const said = new Set(messagesOf(schema));
    expect([...said].filter((message) => fieldSentence(message).code === 'asWritten')).toEqual([]);
  });

  it('knows all that the contract says of fields', () => {
    const said = new Set(endpoints.flatMap(({ body, query }) => [...ownWords(body), ...ownWords(query)]));
    expect(said.size).toBeGreaterThan(15);
    expect([...said].filter((message) => fieldSentence(message).code === 'asWritten')).toEqual([]);
  });

  it('says the same in English, to the letter, and another language with its numbers', () => {
    const message = 'At most 2,000 characters, please.';
    expect(told(fieldSentence(message))).toBe(message);
    expect(told(fieldSentence(message), 'de')).toBe('Bitte höchstens 2.000 Zeichen.');
  });

  it('leaves words as they are that are not ours', () => {
    expect(told(fieldSentence('Invalid input: {{names}}'), 'de')).toBe('Invalid input: {{names}}');
  });
});
