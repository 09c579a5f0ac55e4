import { expect, test } from 'vitest';
import { noticesText, packagesNeeded } from './packages.mjs';

const lock = {
  packages: {
    'apps/server': { dependencies: { a: '1', '@own/shared': '1' }, devDependencies: { builder: '1' } },
    'packages/shared': { dependencies: { b: '1' } },
    'node_modules/@own/shared': { link: true, resolved: 'packages/shared' },
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { 'native-here': '1', 'native-there': '1' } },
    'node_modules/a/node_modules/b': { dependencies: { c: '1' } },
    'node_modules/b': { peerDependencies: { c: '1', d: '1' }, peerDependenciesMeta: { d: { optional: true } } },
    'node_modules/c': { dependencies: { a: '1' } },
    'node_modules/d': {},
    'node_modules/native-here': {},
    'node_modules/native-there': {},
    'node_modules/builder': {},
  },
};
const isThere = (place) => place !== 'node_modules/native-there';

test('what is needed is followed as Node resolves it, without own packages, builders and other platforms', () => {
  expect(packagesNeeded(lock, [{ from: 'apps/server', names: ['a', '@own/shared'] }], isThere)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/b',
    'node_modules/b',
    'node_modules/c',
    'node_modules/native-here',
  ]);
});

test('notices list every package, and each text once with all its packages', () => {
  const mit = (name, texts, author) => ({ name, version: '1.0.0', licence: 'MIT', texts, author });
  const text = noticesText([mit('a', ['Same text']), mit('b', ['Same text']), mit('c', [], 'Somebody')], {
    node: '24.0.0',
  });
  expect(text.match(/Same text/g)).toHaveLength(1);
  expect(text).toContain('a 1.0.0\nb 1.0.0\n');
  expect(text).toContain('c 1.0.0: MIT  (no text of its own in the package; by Somebody)');
});
