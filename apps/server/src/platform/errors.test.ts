import { allEndpoints, fieldError, fieldSentenceOf } from '@key2xs/contract';
import { tooLong } from '@key2xs/contract/field-words';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueSentence } from './errors';

const endpoints = Object.values(allEndpoints).flatMap((group) => Object.values(group));

type JsonSchema = { [name: string]: unknown };

const bad = [undefined, null, true, -1, 0.5, 1e12, '', 'x', 'x'.repeat(30_000), [], {}, [null], { nobody: 1 }];

/** Invalid values for such input: of another type, and with invalid parts. */
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

function* issuesOf(schema: z.ZodType): Generator<z.core.$ZodIssue> {
  for (const value of wrongFor(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))) {
    yield* schema.safeParse(value).error?.issues ?? [];
  }
}

describe('issueSentence', () => {
  it.each(
    endpoints.flatMap(({ method, path, body, query }) =>
      [body, query].flatMap((schema) => (schema ? [{ at: `${method} ${path}`, schema }] : [])),
    ),
  )('knows, to the letter, what is said of anything wrong at $at', ({ schema }) => {
    const issues = [...issuesOf(schema)];
    const unknown = issues.filter(
      (issue) => renderSentence(issueSentence(issue)) !== issue.message || !fieldSentenceOf(issue),
    );
    expect(new Set(unknown.map(({ message }) => message))).toEqual(new Set());
  });

  it('is translated, with its numbers', () => {
    const schema = z.string().max(2_000, { error: fieldError({ tooLong }, { most: 2_000 }) });
    const issues = schema.safeParse('x'.repeat(2_001)).error?.issues ?? [];
    expect(issues.map((issue) => renderSentence(issueSentence(issue), 'de'))).toEqual([
      'Bitte höchstens 2.000 Zeichen.',
    ]);
  });

  it('leaves words as they are that are not ours', () => {
    expect(renderSentence(issueSentence({ message: 'Invalid input: {{names}}' }), 'de')).toBe(
      'Invalid input: {{names}}',
    );
  });
});
