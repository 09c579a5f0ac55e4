import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allEndpoints } from './all-endpoints';

const every = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
const files = every.filter((file) => /^[\w/-]+\.ts$/.test(file) && file !== 'index.ts');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isEndpoint = (value: unknown) => isObject(value) && 'method' in value && 'path' in value && 'allow' in value;

/** Every endpoint that a module exports, in a group, as part of a list or alone; with where it stands. */
const endpointsIn = (exported: object, depth = 2): [string, unknown][] =>
  Object.entries(exported).flatMap(([name, value]): [string, unknown][] => {
    if (isEndpoint(value)) return [[name, value]];
    if (depth === 0 || !isObject(value)) return [];
    return endpointsIn(value, depth - 1).map(([inner, endpoint]) => [`${name}.${inner}`, endpoint]);
  });

it('holds every endpoint that any file of the contract declares', async () => {
  const known = new Set<unknown>(Object.values(allEndpoints).flatMap((group) => Object.values(group)));
  const declared = await Promise.all(
    files.map(async (file) =>
      endpointsIn(await import(join(import.meta.dirname, file))).map(([name, one]) => ({
        name: `${file}: ${name}`,
        one,
      })),
    ),
  );
  const forgotten = declared.flat().filter(({ one }) => !known.has(one));
  expect(declared.flat().length).toBeGreaterThan(known.size);
  expect(forgotten.map(({ name }) => name)).toEqual([]);
});
