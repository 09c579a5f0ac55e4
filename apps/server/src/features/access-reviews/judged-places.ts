import type { Place } from './reviewers';

type Door = { id: string; location_id: string | null; group_name: string | null };

/**
 * The place by which rights at each door are judged together; the group of the key system, or the door, where a door has none. A
 * place with one door is judged with those around it, as far as owner and class are the same.
 */
export function judgedPlaces(
  doors: ReadonlyMap<string, Door>,
  places: ReadonlyMap<string, Place>,
): (door: Door) => string {
  const doorsAt = countBy([...doors.values()], ({ location_id }) => location_id);
  const above = (id: string): string => {
    const place = places.get(id);
    const parent = place?.parent_id ? places.get(place.parent_id) : undefined;
    if (!place?.parent_id || !parent || (doorsAt.get(id) ?? 0) > 1) return id;
    const isAlike = (['protection_class', 'owner_id', 'deputy_id'] as const).every(
      (fact) => place[fact] === parent[fact],
    );
    return isAlike ? place.parent_id : id;
  };
  return ({ id, location_id, group_name }) =>
    location_id === null ? (group_name === null ? id : `g${group_name}`) : above(location_id);
}

/** How many items have each key. */
export function countBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
