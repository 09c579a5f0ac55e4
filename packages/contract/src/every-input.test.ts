import { expect, it } from 'vitest';
import { z } from 'zod';
import { allEndpoints } from './all-endpoints';

type Schema = { [name: string]: unknown };

/** Addresses of the strings and lists in a schema that may be of any length. */
function* boundless(schema: unknown, path: string): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  const { type, maxLength, maxItems, pattern, format, enum: values, const: value } = schema as Schema; // of JSON Schema
  const isBound = [maxLength, pattern, format, values, value].some((limit) => limit !== undefined);
  if ([type].flat().includes('string') && !isBound) yield path;
  if (type === 'array' && maxItems === undefined) yield `${path}[]`;
  for (const [name, part] of Object.entries(schema)) yield* boundless(part, `${path}.${name}`);
}

/** Free JSON, whose size is limited as a whole, and a switch in a form, whose fields are short. */
const limitedOtherwise = [
  'POST /iam/connections.properties.configuration_data.propertyNames',
  'PUT /iam/connections/:id.properties.configuration_data.propertyNames',
  'POST /key-systems/connections.properties.is_active',
];

// What stands in an address is as short as a server lets addresses be.
it('every text and every list in a body that callers send has a largest length', () => {
  const endpoints = Object.values(allEndpoints).flatMap((group) => Object.values(group));
  const found = endpoints.flatMap(({ method, path, body }) =>
    body ? [...boundless(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), `${method} ${path}`)] : [],
  );
  expect(found).toEqual(limitedOtherwise);
});
