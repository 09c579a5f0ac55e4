import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from '../fold-text';
import { groupsKey, listGroups, writeGroups } from './group-names';

const namesIn = (text: string) => [...listGroups(text).values()];

/** Texts with the relevant characters, more often than random texts. */
const odd = fc.constantFrom(';', '|', '；', '\u037e', ' ', '\u00ad', 'ß', 'SS', 'A', 'a');
const cell = fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 12 });
const text = cell.map((parts) => parts.join(''));

describe('listGroups', () => {
  it.each([
    ['Fire wardens; First aid', ['Fire wardens', 'First aid']],
    ['First aid|Fire wardens', ['Fire wardens', 'First aid']],
    [' ; Doctors ;;|', ['Doctors']],
    ['Doctors; DOCTORS;doctors ', ['Doctors']],
    ['Nurses, ward 3', ['Nurses, ward 3']],
    ['\u00ad; ', []],
    ['', []],
  ])('finds in "%s" %j', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });

  it('finds each name once, trimmed, in the order of the folded names, whatever the cell holds', () => {
    fc.assert(
      fc.property(text, (text) => {
        const groups = [...listGroups(text)];
        const keys = groups.map(([key]) => key);
        expect(keys).toEqual([...new Set(keys)].sort());
        for (const [key, name] of groups) {
          expect([foldText(name), name.trim()]).toEqual([key, name]);
          expect(key).not.toMatch(/^$|[;|]/);
        }
      }),
    );
  });

  it('reads what writeGroups wrote', () => {
    fc.assert(
      fc.property(text, (text) => {
        expect(namesIn(writeGroups(namesIn(text)))).toEqual(namesIn(text));
      }),
    );
  });
});

describe('groupsKey', () => {
  it('is equal for the same groups in another order and spelling, and for no others', () => {
    const same = fc.array(
      text.filter((one) => !/[;|；\u037e]/.test(one) && foldText(one) !== ''),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(same, (names) => {
        const key = groupsKey(names.join(';'));
        expect(groupsKey(names.toReversed().join(' | ').toUpperCase().toLowerCase())).toBe(
          groupsKey(names.map((name) => name.toUpperCase().toLowerCase()).join(';')),
        );
        expect(groupsKey(names.toReversed().join(' | '))).toBe(key);
        expect(groupsKey([...names, 'quite another'].join(';'))).not.toBe(key);
      }),
    );
  });
});
