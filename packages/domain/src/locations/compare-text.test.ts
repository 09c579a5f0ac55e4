import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText } from './compare-text';

const cylinder = { id: 'c', text: 'Hall / 1', placed_by: 'text', placed_text: 'Hall / 1' } as const;

it.each([
  ['new', { placed_by: null, placed_text: null }],
  ['settled', {}],
  ['respelled', { text: 'HALL > 1' }],
  ['differs', { text: 'Hall / 2' }],
  ['settled', { text: '' }],
  ['settled', { text: '', placed_by: null }],
] as const)('says %s of %j', (found, change) => {
  expect(compareText({ ...cylinder, ...change })).toBe(found);
});

it('never asks about cylinders placed by hand', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string()), (text, placed_text) => {
      expect(compareText({ id: 'c', text, placed_by: 'hand', placed_text })).toBe('settled');
    }),
  );
});
