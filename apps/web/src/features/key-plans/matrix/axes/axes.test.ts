import { describe, expect, it } from 'vitest';
import { aPlanMatrix } from '../plan-matrix.fixture';
import { columnTree, openedAtFirst } from './column-tree';
import { nodeAxis, pagedAxis, rowNodes } from './row-axis';

const columns = columnTree(aPlanMatrix());
const rows = rowNodes(aPlanMatrix());
const keyOf = (label: string) => [...columns, ...rows].find((node) => node.label === label)?.key ?? '';

describe('columns', () => {
  it('open level by level while there is room', () => {
    expect(openedAtFirst(columns, 3)).toEqual(new Set([keyOf('Town'), keyOf('Stations')]));
    expect(openedAtFirst(columns, 2)).toEqual(new Set([keyOf('Town')]));
    expect(openedAtFirst(columns, 0)).toEqual(new Set());
  });

  it('leave a place closed that contains a single one, beside others', () => {
    const { columns: all } = aPlanMatrix();
    const [town, , door, other] = all;
    if (!town || !door || !other) throw new Error('the fixture has columns');
    const floor = { ...town, label: 'Ground floor', depth: 1 };
    const house = (id: string) => [
      { ...town, id, label: id },
      { ...floor, id: `${id}-0` },
      { ...door, id: `${id}-1`, depth: 2 },
      { ...other, id: `${id}-2`, depth: 2 },
    ];
    const opened = (houses: string[], most: number) =>
      openedAtFirst(columnTree({ columns: houses.flatMap(house) }), most);
    expect(opened(['North', 'South'], 3)).toEqual(new Set());
    expect(opened(['North', 'South'], 4)).toContain('location:North');
    expect(opened(['North'], 1)).toEqual(new Set(['location:North']));
    expect(opened(['North'], 2)).toEqual(new Set(['location:North', 'location:North/location:North-0']));
  });

  it('count the doors in all that they contain', () => {
    expect(columns.map(({ size, end }) => [size, end])).toEqual([
      [3, 5],
      [3, 5],
      [1, 3],
      [1, 4],
      [1, 5],
    ]);
  });
});

describe('places of a single door', () => {
  it('stand as the door, and places without doors are left out', () => {
    const { columns: all } = aPlanMatrix();
    const [town, group, first, second] = all;
    if (!town || !group || !first || !second) throw new Error('the fixture has columns');
    const room = { ...town, id: 'room', label: 'Room', depth: 1 };
    const tree = columnTree({
      columns: [
        town,
        room,
        { ...group, depth: 2 },
        { ...first, depth: 3 },
        { ...room, id: 'empty' },
        { ...second, depth: 1 },
      ],
    });
    expect(tree.map(({ label, depth, parent }) => [label, depth, parent])).toEqual([
      ['Town', 0, -1],
      ['Station 1', 1, 0],
      ['Station 2', 1, 0],
    ]);
  });
});

describe('labels of columns', () => {
  it('leave out what the places around them say', () => {
    const { columns: all } = aPlanMatrix();
    const [town, , first, second] = all;
    if (!town || !first || !second) throw new Error('the fixture has columns');
    const shorts = columnTree({
      columns: [
        { ...town, label: 'North' },
        { ...first, depth: 1, label: 'North, Gate' },
        { ...second, depth: 1, label: 'Northgate' },
      ],
    }).map(({ short }) => short);
    expect(shorts).toEqual(['North', 'Gate', 'Northgate']);
  });
});

describe('rows', () => {
  const shown = (opened: string[], total?: number) =>
    nodeAxis(rows, { opened: new Set(opened), totalOf: () => total }).segments.map((segment) =>
      segment.kind === 'node' ? segment.node.label : segment.count,
    );

  it('show the titles of an open department, and the people of an open title', () => {
    expect(shown([])).toEqual(['FIRE', 'POLICE']);
    expect(shown([keyOf('FIRE')])).toEqual(['FIRE', 'LIEUTENANT', 'PARAMEDIC', 'POLICE']);
    expect(shown([keyOf('FIRE'), keyOf('PARAMEDIC')])).toEqual(['FIRE', 'LIEUTENANT', 'PARAMEDIC', 2, 'POLICE']);
    expect(shown([keyOf('PARAMEDIC')])).toEqual(['FIRE', 'POLICE']);
  });

  it('stand where the people before them end', () => {
    const axis = nodeAxis(rows, { opened: new Set([keyOf('FIRE'), keyOf('LIEUTENANT')]), totalOf: () => 300 });
    expect(axis.length).toBe(304);
    expect([axis.at(1), axis.at(301), axis.at(302)].map((segment) => segment?.kind)).toEqual([
      'node',
      'people',
      'node',
    ]);
    expect(axis.at(2)).toMatchObject({ request: { department: 'FIRE', job_title: 'LIEUTENANT' } });
    expect(axis.at(304)).toBeUndefined();
  });

  it('leave out a department with all its titles, and count it once', () => {
    const axis = nodeAxis(rows, {
      opened: new Set([keyOf('FIRE'), keyOf('POLICE')]),
      totalOf: () => undefined,
      isLeftOut: ({ label }) => label !== 'POLICE' && label !== 'OFFICER',
    });
    expect(axis.segments.map((segment) => segment.kind === 'node' && segment.node.label)).toEqual([
      'POLICE',
      'OFFICER',
    ]);
    expect(axis.leftOut).toBe(1);
  });

  it('have keys that tell a name with a slash from what is inside', () => {
    const [fire] = aPlanMatrix().rows;
    if (!fire) throw new Error('the fixture has rows');
    const [, other] = rowNodes({ rows: [fire, { ...fire, id: 'FIRE/EAST', label: 'FIRE/EAST' }] });
    expect(other?.key.startsWith(`${keyOf('FIRE')}/`)).toBe(false);
  });

  it('are people alone where they are read in pages', () => {
    expect(pagedAxis({ key: 'people', depth: 0 }, 31_059).at(31_058)).toMatchObject({ kind: 'people' });
  });
});
