import { canonicalFields } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileIdentity, compileMapping } from './map-staff-row';

const columns = ['No', 'First', 'Last', 'Login', 'Job', 'Shown'];
const mapping = {
  job_title: 'Job',
  display_name: 'Shown',
  given_name: 'First',
  family_name: 'Last',
  username: 'Login',
  external_id: 'No',
};
const { mapRow } = compileMapping(columns, mapping);

describe('compileMapping', () => {
  it('trims values, keeps inner characters, and leaves out empty values', () => {
    expect(mapRow([' E1 ', 'Ada', '  ', '', 'Nurse  (ICU)', 'Dr. Ada'])).toEqual({
      fields: { external_id: 'E1', display_name: 'Dr. Ada', given_name: 'Ada', job_title: 'Nurse  (ICU)' },
      problems: [],
    });
  });

  it.each([
    ['given and family name', ['E1', 'Ada', 'Lovelace', 'ada'], 'Ada Lovelace'],
    ['the only name there is', ['E1', '', 'Lovelace', 'ada'], 'Lovelace'],
    ['the username', ['E1', '', '', 'ada'], 'ada'],
    ['the external id', ['E1'], 'E1'],
  ])('shows a person without display name by %s', (_, cells, expected) => {
    expect(mapRow(cells).fields.display_name).toBe(expected);
  });

  it('replaces control characters by a space, and characters that cannot be stored by a mark', () => {
    const { fields, problems } = mapRow(['E1', 'A\0da', 'Love\r\n\tlace\u0085', 'a\ud800', '\t', '\0']);
    expect(fields).toEqual({
      external_id: 'E1',
      username: 'a\ufffd',
      display_name: '\ufffd',
      given_name: 'A\ufffdda',
      family_name: 'Love lace',
    });
    expect(problems).toEqual([]);
  });

  it('does not touch characters outside the basic plane', () => {
    expect(mapRow(['E1', '𠮷田']).fields.given_name).toBe('𠮷田');
  });

  it('cuts values that are too long to be stored, never through a character', () => {
    const { fields, problems } = mapRow(['E1', `${'x'.repeat(498)}𠮷 ${'y'.repeat(4_000)}`]);
    expect(fields.given_name).toBe(`${'x'.repeat(498)}…`);
    expect(problems).toEqual([{ is: 'too_long', field: 'given_name', most: 500 }]);
  });

  it.each([
    ['lacks an external id', ['  ', 'Ada'], [{ is: 'no_id' }]],
    ['has an external id that cannot be stored', ['E\0', 'Ada'], [{ is: 'unstorable_id' }]],
    ['has a field over 500 characters', ['E1', 'x'.repeat(501)], [{ is: 'too_long', field: 'given_name', most: 500 }]],
  ])('reports a row that %s', (_, cells, problems) => {
    expect(mapRow(cells).problems).toEqual(problems);
  });

  it('accepts 500 characters', () => {
    expect(mapRow(['E1', 'x'.repeat(500)]).problems).toEqual([]);
  });

  it('names the mapped columns that a file lacks', () => {
    expect(compileMapping(['No', 'First'], mapping).missing_columns).toEqual(['Job', 'Shown', 'Last', 'Login']);
    expect(compileMapping(columns, mapping).missing_columns).toEqual([]);
  });

  it('reads one column into two fields, and the first of two columns with one name', () => {
    const twice = compileMapping(['No', 'No'], { external_id: 'No', employee_id: 'No' });
    expect(twice.mapRow(['E1', 'E2']).fields).toEqual({ external_id: 'E1', employee_id: 'E1', display_name: 'E1' });
  });

  it('reads an identity without mapping the rest of the row', () => {
    const read: (string | symbol)[] = [];
    const cells = new Proxy(['E1', 'Ada', 'Lovelace'], {
      get: (row, name) => {
        read.push(name);
        return Reflect.get(row, name);
      },
    });
    expect(compileIdentity(columns, mapping)(cells)).toBe('E1');
    expect(read).toEqual(['0']);
    expect(compileIdentity(['First'], mapping)(['Ada'])).toBeUndefined();
  });

  it('gives fields in canonical order, storable, without empty values or ends, whatever the cells hold', () => {
    const cell = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('', ' ', '\0', '\ud800', 'a\n'));
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 7 }), (cells) => {
        const { fields, problems } = mapRow(cells);
        expect(Object.keys(fields)).toEqual(canonicalFields.filter((field) => field in fields));
        for (const value of Object.values(fields)) {
          expect(value).toMatch(/^\S/u);
          expect(value).not.toMatch(/[\p{Cc}\p{Cs}]|\s$/u);
        }
        expect(problems.length > 0 || fields.display_name !== undefined).toBe(true);
      }),
    );
  });
});
