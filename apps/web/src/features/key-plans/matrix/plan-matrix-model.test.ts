import { matrixSide, matrixVia, type PlanMatrix } from '@key2xs/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPlanMatrix } from './plan-matrix.fixture';
import { createPlanMatrixModel } from './plan-matrix-model';

const model = createPlanMatrixModel(aPlanMatrix(), 'to');

function at(row: string, column: string, of = model) {
  const line = of.rows.find(({ label }) => label === row);
  const index = of.columns.findIndex(({ label }) => label === column);
  if (!line || index < 0) throw new Error(`${row} × ${column} is not in the matrix`);
  return of.cell(line, index);
}

describe('createPlanMatrixModel', () => {
  it('says by which way all of a row may open a door', () => {
    expect(at('LIEUTENANT', 'Station 1')).toEqual({ share: 1, way: 'group' });
  });

  it('marks what is gained for some hours, and what a key cannot hold', () => {
    expect(at('PARAMEDIC', 'Station 2')).toEqual({
      share: 1,
      way: 'door',
      isLimited: true,
      change: 'gained',
      hasConflict: true,
    });
  });

  it('marks what is lost and waits to be recorded', () => {
    expect(at('POLICE', 'Station 3')).toEqual({ share: 0, change: 'lost', isPending: true });
  });

  it('counts pairs where rows or columns stand for several', () => {
    expect(at('FIRE', 'Station 2').share).toBe(2 / 6);
    expect(at('FIRE', 'Town').share).toBe((6 + 2) / 18);
    expect(at('FIRE', 'Town')).toMatchObject({ change: 'gained', way: 'door' });
    expect(at('POLICE', 'Station 1')).toEqual({ share: 0 });
  });

  it('draws what is recorded', () => {
    const recorded = createPlanMatrixModel(aPlanMatrix(), 'recorded');
    expect(at('PARAMEDIC', 'Station 1', recorded)).toMatchObject({ share: 1, way: 'door' });
    expect(at('PARAMEDIC', 'Station 2', recorded).share).toBe(0);
  });

  it('says of nothing that it waits where nothing is recorded', () => {
    const { grants, ...rest } = aPlanMatrix();
    const unsynced = createPlanMatrixModel({ ...rest, grants: grants.filter(({ rule_id }) => rule_id) }, 'to');
    expect(at('POLICE', 'Station 3', unsynced)).toEqual({ share: 0, change: 'lost' });
  });

  it('waits for what is in force by now and known not to be recorded', () => {
    const { grants, column_classes, ...rest } = aPlanMatrix();
    const [, ...others] = column_classes;
    const waits = (changes: Partial<PlanMatrix['grants'][number]>) => {
      const changed = grants.map((grant) => ({ ...grant, ...(grant.name === 'Fire stations' && changes) }));
      const matrix = {
        ...rest,
        grants: changed,
        column_classes: [[[0, matrixVia.group] as [number, number]], ...others],
      };
      return at('FIRE', 'Station 1', createPlanMatrixModel(matrix, 'to')).isPending === true;
    };
    const both = matrixSide.from | matrixSide.to;
    expect(waits({})).toBe(true);
    expect(waits({ sides: both | matrixSide.unknown })).toBe(false);
    expect(waits({ begins: '2099-01-01T00:00:00Z' })).toBe(false);
  });

  it('says which rows and columns have anything in them', () => {
    const { grants, ...rest } = aPlanMatrix();
    const withoutPolice = createPlanMatrixModel(
      { ...rest, grants: grants.map((one) => (one.name === 'Police at Station 3' ? { ...one, sides: 0 } : one)) },
      'to',
    );
    const filled = ({ rows, columns, isFilledRow, isFilledColumn }: typeof model) => [
      rows.filter(isFilledRow).map(({ label }) => label),
      columns.filter(isFilledColumn).map(({ label }) => label),
    ];
    const fire = ['FIRE', 'LIEUTENANT', 'PARAMEDIC'];
    expect(filled(model)).toEqual([
      [...fire, 'POLICE', 'OFFICER'],
      ['Town', 'Stations', 'Station 1', 'Station 2', 'Station 3'],
    ]);
    expect(filled(withoutPolice)).toEqual([fire, ['Town', 'Stations', 'Station 1', 'Station 2']]);
    expect(createPlanMatrixModel({ ...rest, grants: [] }, 'to').isFilled).toBe(false);
  });

  it('sums rows and columns', () => {
    const [fire] = model.rows;
    expect(fire && model.rowTotal(fire)).toBe(8);
    expect(model.columns.map((_, index) => model.columnTotal(index))).toEqual([8, 8, 6, 2, 0]);
  });
});

const classes = (most: number, weight: number) =>
  fc.uniqueArray(fc.tuple(fc.nat(most - 1), fc.integer({ min: 1, max: weight })), { selector: ([index]) => index });

const someMatrix = fc
  .record({
    grants: fc.integer({ min: 1, max: 5 }),
    rows: fc.integer({ min: 1, max: 4 }),
    columns: fc.integer({ min: 1, max: 4 }),
  })
  .chain((size) =>
    fc.record({
      sides: fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.nat(1)), {
        minLength: size.grants,
        maxLength: size.grants,
      }),
      columns: fc.array(classes(size.grants, 15), { minLength: size.columns, maxLength: size.columns }),
      people: fc.array(
        fc.record({
          grants: fc.uniqueArray(fc.nat(size.grants - 1)),
          isPersonal: fc.boolean(),
          has_conflict: fc.boolean(),
        }),
        { minLength: size.rows, maxLength: size.rows },
      ),
      row: classes(size.rows, 3),
      doors: fc.array(fc.nat(size.columns - 1), { minLength: 1, maxLength: 6 }),
    }),
  )
  .map(({ sides, columns, people, row, doors }): PlanMatrix => {
    const {
      columns: [town],
      grants: [grant],
      ...rest
    } = aPlanMatrix();
    if (!town || !grant) throw new Error('the fixture has columns and grants');
    const count = row.reduce((sum, [, of]) => sum + of, 0);
    return {
      ...rest,
      people: count,
      grants: sides.map(([on, hours]) => ({ ...grant, sides: on, hours })),
      columns: [
        town,
        ...doors.map((door, index) => ({ ...town, kind: 'cylinder' as const, id: `${index}`, depth: 1, class: door })),
      ],
      column_classes: columns,
      rows: [{ kind: 'department', id: 'D', label: 'D', depth: 0, people: count, classes: row }],
      row_classes: people.map(({ grants, isPersonal, has_conflict }) => ({
        grants,
        personal: isPersonal ? grants : [],
        has_conflict,
      })),
    };
  });

/** Every person and every door, one by one. */
function plainly({ rows: [row], columns, row_classes, column_classes, grants }: PlanMatrix) {
  const knowsRecorded = grants.some(({ sides }) => (sides & matrixSide.recorded) !== 0);
  const people = (row?.classes ?? []).flatMap(([of, count]) => Array.from({ length: count }, () => row_classes[of]));
  const doors = columns.flatMap((one) => (one.class === null ? [] : [column_classes[one.class] ?? []]));
  const seen = { pairs: 0, open: 0, gained: false, lost: false, pending: false, conflict: false, always: false };
  for (const person of people) {
    for (const door of doors) {
      const meeting = door.flatMap(([of]) => (person?.grants.includes(of) ? (grants[of] ?? []) : []));
      const has = (side: number) => meeting.some(({ sides }) => (sides & side) !== 0);
      const [from, to, recorded] = [has(matrixSide.from), has(matrixSide.to), has(matrixSide.recorded)];
      seen.pairs += 1;
      if (to) seen.open += 1;
      seen.gained ||= to && !from;
      seen.lost ||= from && !to;
      seen.pending ||= knowsRecorded && (from ? !recorded : recorded && !has(matrixSide.elsewhere));
      seen.conflict ||= to && person?.has_conflict === true;
      seen.always ||= meeting.some(({ sides, hours }) => (sides & matrixSide.to) !== 0 && hours === 0);
    }
  }
  return seen;
}

describe('any matrix', () => {
  it('has the crossings that plain loops over people and doors find', () => {
    fc.assert(
      fc.property(someMatrix, (matrix) => {
        const made = createPlanMatrixModel(matrix, 'to');
        const [row] = made.rows;
        if (!row) throw new Error('there is a row');
        const plain = plainly(matrix);
        const cell = made.cell(row, 0);
        const change = plain.gained && plain.lost ? 'both' : plain.gained ? 'gained' : plain.lost ? 'lost' : undefined;
        expect(cell.share).toBeCloseTo(plain.pairs === 0 ? 0 : plain.open / plain.pairs, 10);
        expect(cell.change).toBe(change);
        expect(cell.isPending ?? false).toBe(plain.pending);
        expect(cell.hasConflict ?? false).toBe(plain.conflict);
        expect(cell.isLimited ?? false).toBe(plain.open > 0 && !plain.always);
        expect(made.rowTotal(row)).toBe(plain.open);
        expect(made.columnTotal(0)).toBe(plain.open);
      }),
    );
  });
});
