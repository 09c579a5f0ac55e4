import { type CanonicalField, canonicalFields, Mapping, type Transform, transformsOf } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileMapping, transformed } from '../map-staff-row';

const after = (value: string, ...steps: Transform[]) => transformed(value, steps, () => undefined).at(-1);

describe('a transform', () => {
  it.each<[Transform, string, string]>([
    [{ do: 'upper' }, 'straße', 'STRASSE'],
    [{ do: 'lower' }, 'FIRE', 'fire'],
    [{ do: 'tidy' }, ' City \t hall ', 'City hall'],
    [{ do: 'plain' }, 'Åse Müßig-Łęcki', 'Ase Mussig-Lecki'],
    [{ do: 'plain' }, '한글', '한글'],
    [{ do: 'replace', find: '$&', put: '$1' }, 'a$&b', 'a$1b'],
    [{ do: 'part', start: 2, length: 2 }, 'a😀bc', '😀b'],
    [{ do: 'split', separator: ' - ', take: 'before' }, 'Fire - Station 4', 'Fire'],
    [{ do: 'split', separator: ' - ', take: 'after' }, 'Fire - Station 4', 'Station 4'],
    [{ do: 'split', separator: ' - ', take: 'after' }, 'Fire', 'Fire'],
    [{ do: 'around', prefix: 'P-', suffix: '' }, '17', 'P-17'],
    [{ do: 'around', prefix: 'P-', suffix: '' }, '', ''],
    [{ do: 'pad', length: 6, put: '0' }, '417', '000417'],
    [{ do: 'pad', length: 2, put: '0' }, '417', '417'],
    [{ do: 'pad', length: 6, put: '0' }, '', ''],
    [{ do: 'look_up', entries: [{ find: 'F', put: 'Fire' }], otherwise: 'keep' }, 'F', 'Fire'],
    [{ do: 'look_up', entries: [{ find: 'F', put: 'Fire' }], otherwise: 'keep' }, 'P', 'P'],
    [{ do: 'look_up', entries: [{ find: 'F', put: 'Fire' }], otherwise: 'empty' }, 'P', ''],
    [{ do: 'day', order: 'mdy' }, '11/30/2026', '2026-11-30'],
    [{ do: 'day', order: 'dmy' }, '30.11.2026 08:00', '2026-11-30'],
    [{ do: 'day', order: 'dmy' }, 'next week', 'next week'],
  ])('%j turns %j into %j', (step, value, expected) => expect(after(value, step)).toBe(expected));

  it('takes another column where there is no value yet', () => {
    const { mapRow } = compileMapping(['id', 'org', 'unit'], {
      external_id: 'id',
      department: { from: 'org', transforms: [{ do: 'or_column', column: 'unit' }, { do: 'upper' }] },
    });
    expect(mapRow(['1', '', 'water']).fields.department).toBe('WATER');
    expect(mapRow(['1', 'fire', 'water']).fields.department).toBe('FIRE');
  });

  it('with a missing column stops the run instead of failing each person', () => {
    const transforms: Transform[] = [{ do: 'or_column', column: 'gone' }];
    const { missing_columns } = compileMapping(['id'], { external_id: 'id', department: { from: 'id', transforms } });
    expect(missing_columns).toEqual(['gone']);
  });
});

describe('steps that make a value grow', () => {
  const grow: Transform = { do: 'replace', find: 'a', put: 'a'.repeat(100) };
  const ten = Array.from({ length: 10 }, () => grow);
  const lengths = (value: string, steps: Transform[]) =>
    transformed(value, steps, () => undefined).map((v) => v.length);

  it('end once the value is far too long, within the replacement too', () => {
    expect(lengths('a', ten)).toEqual([1, 100, 2_100, ...Array.from({ length: 8 }, () => 2_100)]);
    expect(lengths('a'.repeat(2_000), ten)[1]).toBe(2_100);
    expect(lengths('ab'.repeat(1_000), [{ do: 'plain' }, grow, { do: 'part', start: 1, length: 5 }])).toHaveLength(4);
  });

  it('make the field too long, and none of the row is stored', () => {
    const steps: Transform[] = [...ten.slice(1), { do: 'part', start: 1, length: 5 }];
    const { mapRow } = compileMapping(['id', 'v'], { external_id: 'id', company: { from: 'v', transforms: steps } });
    expect(mapRow(['1', 'a']).problems).toEqual([{ is: 'too_long', field: 'company', most: 500 }]);
  });

  it('are not applied to a value that is far too long from the start', () => {
    expect(lengths('a'.repeat(24_000), ten)).toEqual(Array.from({ length: 11 }, () => 24_000));
  });
});

describe('a replacement', () => {
  it.each([
    ['aaa', 'aa', 'b', 'ba'],
    ['xaxa', 'a', '', 'xx'],
    ['aXbX', 'X', 'XX', 'aXXbXX'],
    ['abc', 'd', 'e', 'abc'],
  ])('of %j, %j by %j, is %j', (value, find, put, expected) =>
    expect(after(value, { do: 'replace', find, put })).toBe(expected));

  it('equals replacing everywhere, while the result is short enough', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', '$', '😀'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(piece), piece, piece, (pieces, find, put) => {
        const value = pieces.join('');
        fc.pre(find !== '');
        expect(after(value, { do: 'replace', find, put })).toBe(value.split(find).join(put));
      }),
    );
  });
});

describe('a field', () => {
  const { mapRow } = compileMapping(['id', 'org', 'title'], {
    external_id: 'id',
    department: { from: 'org', default: 'unknown' },
    job_title: { from: 'title', required: true },
  });

  it('without a value takes the default', () => expect(mapRow(['1', ' ', 'Clerk']).fields.department).toBe('unknown'));

  it('that is required is a problem without one', () => {
    expect(mapRow(['1', 'Fire', ' ']).problems).toEqual([{ is: 'no_value', field: 'job_title' }]);
    expect(mapRow(['1', 'Fire', 'Clerk']).problems).toEqual([]);
  });
});

describe('a mapping', () => {
  it.each<[CanonicalField, Transform]>([
    ['external_id', { do: 'lower' }],
    ['groups', { do: 'lower' }],
    ['start_date', { do: 'upper' }],
    ['department', { do: 'day', order: 'dmy' }],
  ])('does not do to %s what would make no sense: %j', (field, step) => {
    const parsed = Mapping.safeParse({ [field]: { from: 'x', transforms: [step] } });
    expect(parsed.error?.issues[0]?.path[0]).toBe(field);
  });

  it('takes every transform that a field allows', () => {
    const samples = new Map(everyTransform.map((step) => [step.do, step]));
    for (const field of canonicalFields) {
      const transforms = transformsOf(field)
        .flatMap((name) => samples.get(name) ?? [])
        .slice(0, 10);
      expect(Mapping.safeParse({ [field]: { from: 'x', transforms } }).success).toBe(true);
    }
  });
});

const everyTransform: Transform[] = [
  { do: 'upper' },
  { do: 'lower' },
  { do: 'tidy' },
  { do: 'plain' },
  { do: 'replace', find: 'a', put: 'b'.repeat(100) },
  { do: 'part', start: 1, length: 3 },
  { do: 'split', separator: '-', take: 'after' },
  { do: 'around', prefix: '<', suffix: '>' },
  { do: 'pad', length: 100, put: '0' },
  { do: 'or_column', column: 'y' },
  { do: 'look_up', entries: [{ find: 'a', put: 'b' }], otherwise: 'empty' },
  { do: 'day', order: 'dmy' },
];

it('whatever the steps, a value fits, holds no half letter and is always the same', () => {
  const steps = fc.array(fc.constantFrom(...everyTransform), { maxLength: 10 });
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), steps, (value, transforms) => {
      const { mapRow } = compileMapping(['id', 'v', 'y'], { external_id: 'id', company: { from: 'v', transforms } });
      const { fields, problems } = mapRow(['1', value, 'other']);
      expect(fields.company?.length ?? 0).toBeLessThanOrEqual(500);
      expect(fields.company ?? '').not.toMatch(/\p{Cs}/u);
      expect(mapRow(['1', value, 'other'])).toEqual({ fields, problems });
    }),
  );
});
