import { renderSentence } from '@key2xs/texts/render-sentence';
import { describe, expect, it } from 'vitest';
import { capabilities } from '../../key-system-driver';
import { describeCapabilities, knownCapabilities, queryCapabilities, requireCapability } from './capabilities';

describe('describeCapabilities', () => {
  it('lists what the query service alone can and cannot do', () => {
    expect(renderSentence(describeCapabilities(queryCapabilities))).toBe(
      'This connection can: read persons, keys, access events. It cannot: read profiles, cylinders, cylinder groups, ' +
        'programming jobs, programming keys and devices; recognise which persons are ours; write persons, profiles, ' +
        'members of profiles, holders of keys, times of keys, single rights of keys, programming jobs.',
    );
  });

  it('is short if all capabilities are available', () => {
    expect(renderSentence(describeCapabilities(capabilities))).toBe(
      'This connection can do everything that Key2XS asks for.',
    );
  });

  it('covers no capabilities', () => {
    expect(renderSentence(describeCapabilities([]))).toMatch(
      /^This connection can do nothing that Key2XS asks for. It cannot: read /,
    );
  });
});

it('knownCapabilities leaves out what a later version may name', () => {
  expect(knownCapabilities(['write_persons', 'open_doors', 'read_persons'])).toEqual(['read_persons', 'write_persons']);
});

it('requireCapability names the missing capability', () => {
  expect(() => requireCapability(queryCapabilities, 'read_cylinders')).toThrow(
    'The key system does not offer this function. This connection cannot read cylinders.',
  );
  expect(requireCapability(queryCapabilities, 'read_keys')).toBeUndefined();
});
