import type { LocationNode, MatrixColumn } from '@key2xs/contract';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { mapInSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { visibleTo } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { getTree } from '../../locations/service';
import { type Classes, classIn } from './make-matrix';

type Door = { id: string; marking: string; label: string; group_id: string | null; group_name: string | null };
type PlacedDoor = Door & { location_id: string | null };

/** All doors of the installation in the order of the matrix, and above them what they are in. */
export type ColumnLayout = readonly LaidOut[];
type LaidOut = Omit<MatrixColumn, 'class'>;

/** Places in the order of the tree, in each its groups and then its other cylinders; last those without a place. */
export async function readColumnLayout(reader: Reader): Promise<ColumnLayout> {
  const doors = await listDoors(reader);
  const { places } = await getTree(reader);
  const known = new Set(places.map(({ id }) => id));
  const inPlace = Map.groupBy(doors, ({ location_id }) =>
    location_id !== null && known.has(location_id) ? location_id : null,
  );
  const rest = inPlace.get(null) ?? [];
  const all = function* (): Generator<LaidOut> {
    yield* columnsOfPlaces(places, inPlace);
    if (rest.length > 0) yield { ...noColumn, kind: 'rest', id: '', label: '', depth: 0 };
    yield* columnsOf(rest, 1);
  };
  return mapInSlices(all(), (column) => column);
}

/** With the classes of a matrix: its doors, and what they are in. */
export function* columnsIn(layout: ColumnLayout, doors: Classes): Generator<MatrixColumn> {
  const isNeeded = neededIn(layout, doors);
  for (const [i, column] of layout.entries()) {
    if (isNeeded[i]) yield { ...column, class: classOf(column, doors) };
  }
}

const classOf = ({ kind, id }: LaidOut, doors: Classes) => (kind === 'cylinder' ? (classIn(doors, id) ?? null) : null);

/** From the end: a heading is needed if a door was met that is deeper and not below a later heading. */
function neededIn(layout: ColumnLayout, doors: Classes): boolean[] {
  const isNeeded = layout.map(() => false);
  let above = -1; // depth of the nearest headings whose doors have been met
  for (let i = layout.length - 1; i >= 0; i--) {
    const column = layout[i];
    if (!column) continue;
    isNeeded[i] = column.kind === 'cylinder' ? classOf(column, doors) !== null : column.depth <= above;
    if (isNeeded[i]) above = column.depth - 1;
  }
  return isNeeded;
}

const noColumn = { detail: '', protection_class: null };

function* columnsOfPlaces(
  places: readonly LocationNode[],
  inPlace: ReadonlyMap<string | null, Door[]>,
): Generator<LaidOut> {
  const depths = new Map<string | null, number>([[null, -1]]);
  for (const { id, parent_id, name, protection_class } of places) {
    const depth = (depths.get(parent_id) ?? -1) + 1;
    depths.set(id, depth);
    yield { ...noColumn, kind: 'location', id, label: name, depth, protection_class };
    yield* columnsOf(inPlace.get(id) ?? [], depth + 1);
  }
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function* columnsOf(doors: readonly Door[], depth: number): Generator<LaidOut> {
  const members = Map.groupBy(doors, ({ group_id }) => group_id);
  const groups = [...members].flatMap(([id, doors]) =>
    id === null ? [] : [{ id, label: doors[0]?.group_name ?? '', doors }],
  );
  for (const { id, label, doors } of groups.sort(byLabel)) {
    yield { ...noColumn, kind: 'cylinder_group', id, label, depth };
    for (const door of doors.sort(byName)) yield columnOf(door, depth + 1);
  }
  const alone = members.get(null) ?? [];
  for (const door of alone.sort(byName)) yield columnOf(door, depth);
}

const columnOf = ({ id, label, marking }: Door, depth: number): LaidOut => ({
  ...noColumn,
  kind: 'cylinder',
  id,
  label,
  detail: marking,
  depth,
});

type Labelled = { id: string; label: string };
const byLabel = (a: Labelled, b: Labelled) => byText.compare(a.label, b.label) || (a.id < b.id ? -1 : 1);
const byName = (a: Door, b: Door) => byText.compare(a.label, b.label) || byText.compare(a.marking, b.marking);

const listDoors = (reader: Reader): Promise<PlacedDoor[]> =>
  reader.db
    .selectFrom(doorsOf(reader))
    .leftJoin('cylinder_group', (join) =>
      join.onRef('cylinder_group.id', '=', 'cylinder.group_id').on('cylinder_group.deleted_at', 'is', null),
    )
    .select([
      'cylinder.id',
      'cylinder.marking',
      'cylinder.location_id',
      'cylinder_group.id as group_id',
      sql<string>`coalesce(nullif(${shownName('cylinder')}, ''), cylinder.marking)`.as('label'),
      sql<string | null>`${shownName('cylinder_group')}`.as('group_name'),
    ])
    .where('cylinder.deleted_at', 'is', null)
    .where(visibleTo(reader.viewer, 'inventory'))
    .execute();
