import { describe, expect, it } from 'vitest';
import { FreeObject } from './free-object';

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`);
const nestedLists = (levels: number): unknown => JSON.parse(`{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`);
const issuesOf = (value: unknown) =>
  FreeObject.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

describe('FreeObject', () => {
  it('takes any JSON within its limits as it is', () => {
    const value = { text: '\u00fc \u{1f511} \u200b\n', constructor: 'c', list: [1, null, true, { deep: [] }], '': {} };
    expect(FreeObject.parse(value)).toEqual(value);
    expect(FreeObject.parse(nested(10))).toEqual(nested(10));
    expect(issuesOf({ list: Array(199).fill(0) })).toEqual([]);
    expect(issuesOf({ text: 'x'.repeat(16_384 - '{"text":""}'.length) })).toEqual([]);
  });

  it.each([11, 7_000, 100_000])('refuses %i levels, objects or lists', (levels) => {
    const message = 'At most 10 levels inside each other, please.';
    expect(issuesOf(nested(levels))).toEqual([`a.a.a.a.a.a.a.a.a.a: ${message}`]);
    expect(issuesOf(nestedLists(levels))).toEqual([`a.0.0.0.0.0.0.0.0.0: ${message}`]);
  });

  it('refuses what is too much', () => {
    const tooLarge = ': At most 16 KiB as JSON, please.';
    expect(issuesOf({ list: Array(200).fill(0) })).toEqual([': At most 200 values in all, please.']);
    expect(issuesOf({ text: 'x'.repeat(900_000) })).toEqual([tooLarge]);
    expect(issuesOf({ ['x'.repeat(900_000)]: 1 })).toEqual([tooLarge]);
    expect(issuesOf({ text: '"'.repeat(9_000) })).toEqual([tooLarge]);
  });

  it.each([
    ['NUL', 'a\0b'],
    ['the first half of a character', '\ud83d'],
    ['the second half of a character', '\udd11x'],
  ])('names the place of %s, in a value and in a name', (_what, text) => {
    const message = 'This holds a character that cannot be stored. Type it again.';
    expect(issuesOf({ list: [0, { text }] })).toEqual([`list.1.text: ${message}`]);
    expect(issuesOf({ inside: { [text]: 1 } })).toEqual([`inside.${text}: ${message}`]);
  });

  it('leaves every other object alone', () => {
    FreeObject.parse(JSON.parse('{"inside":{"__proto__":{"polluted":1}},"__proto__":{"polluted":1}}'));
    expect({}).not.toHaveProperty('polluted');
  });

  it.each([null, [], 'text', 1])('refuses %o', (value) => {
    expect(FreeObject.safeParse(value).success).toBe(false);
  });
});
