import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, hashDetails } from './audit';

describe('canonicalJson', () => {
  it('writes members in one order, at every depth', () => {
    expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: null })).toBe('{"a":null,"b":[{"a":2,"z":1}]}');
  });

  it('writes what JSON writes: no undefined members, instants as text, no minus zero', () => {
    expect(canonicalJson({ at: new Date(0), gone: undefined, zero: -0 })).toBe(
      '{"at":"1970-01-01T00:00:00.000Z","zero":0}',
    );
  });

  it('replaces what a jsonb column cannot keep', () => {
    expect(canonicalJson({ name: 'a\0b\ud800c' })).toBe('{"name":"a\uFFFDb\uFFFDc"}');
  });

  it('reads back to the same text, whatever the value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('hashDetails', () => {
  it('depends on the salt and on the details', () => {
    const hashes = [
      hashDetails('s', '{}'),
      hashDetails('t', '{}'),
      hashDetails('s', null),
      hashDetails('s', '{"a":1}'),
    ];
    expect(new Set(hashes).size).toBe(4);
  });
});
