import type { LocationNode, MatrixColumn } from '@key2xs/contract';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { groupBy } from '#platform/group-by';
import { mapInSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { visibleTo } from '#platform/visible-to';
import { getTree } from '../../locations/service';

type Door = { id: string; marking: string; label: string; group_id: string | null; group_name: string | null };
type PlacedDoor = Door & { location_id: string | null };

/** Places in the order of the tree, in each its groups and then its other cylinders; last those without a place. */
export async function listColumns(reader: Reader, classOfDoor: ReadonlyMap<string, number>): Promise<MatrixColumn[]> {
  const doors = (await listDoors(reader)).filter(({ id }) => classOfDoor.has(id));
  const { places } = await getTree(reader);
  const known = new Set(places.map(({ id }) => id));
  const inPlace = groupBy(doors, ({ location_id }) =>
    location_id !== null && known.has(location_id) ? location_id : null,
  );
  const present = (door: Door, depth: number): MatrixColumn => ({
    ...noColumn,
    kind: 'cylinder',
    id: door.id,
    label: door.label,
    detail: door.marking,
    depth,
    class: classOfDoor.get(door.id) ?? null,
  });
  const rest = inPlace.get(null) ?? [];
  const all = function* (): Generator<MatrixColumn> {
    yield* columnsOfPlaces(places, inPlace, present);
    if (rest.length > 0) yield { ...noColumn, kind: 'rest', id: '', label: '', depth: 0 };
    yield* columnsOf(rest, 1, present);
  };
  return mapInSlices(all(), (column) => column);
}

const noColumn = { detail: '', protection_class: null, class: null };

type Present = (door: Door, depth: number) => MatrixColumn;

/** Only places with doors in or below them. */
function* columnsOfPlaces(
  places: readonly LocationNode[],
  inPlace: ReadonlyMap<string | null, Door[]>,
  present: Present,
): Generator<MatrixColumn> {
  const needed = new Set<string>();
  const parentOf = new Map(places.map(({ id, parent_id }) => [id, parent_id]));
  for (const place of inPlace.keys()) {
    for (let id = place; id !== null && !needed.has(id); id = parentOf.get(id) ?? null) needed.add(id);
  }
  const depths = new Map<string | null, number>([[null, -1]]);
  for (const { id, parent_id, name, protection_class } of places) {
    const depth = (depths.get(parent_id) ?? -1) + 1;
    depths.set(id, depth);
    if (!needed.has(id)) continue;
    yield { ...noColumn, kind: 'location', id, label: name, depth, protection_class };
    yield* columnsOf(inPlace.get(id) ?? [], depth + 1, present);
  }
}

const byText = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

function* columnsOf(doors: readonly Door[], depth: number, present: Present): Generator<MatrixColumn> {
  const members = groupBy(doors, ({ group_id }) => group_id);
  const groups = [...members].flatMap(([id, doors]) =>
    id === null ? [] : [{ id, label: doors[0]?.group_name ?? '', doors }],
  );
  for (const { id, label, doors } of groups.sort(byLabel)) {
    yield { ...noColumn, kind: 'cylinder_group', id, label, depth };
    for (const door of doors.sort(byName)) yield present(door, depth + 1);
  }
  const alone = members.get(null) ?? [];
  for (const door of alone.sort(byName)) yield present(door, depth);
}

type Labelled = { id: string; label: string };
const byLabel = (a: Labelled, b: Labelled) => byText.compare(a.label, b.label) || (a.id < b.id ? -1 : 1);
const byName = (a: Door, b: Door) => byText.compare(a.label, b.label) || byText.compare(a.marking, b.marking);

const listDoors = ({ db, viewer }: Reader): Promise<PlacedDoor[]> =>
  db
    .selectFrom('cylinder')
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
    .where(visibleTo(viewer, 'inventory'))
    .execute();
