import type { LocationNode } from '@key2xs/contract';
import { foldText } from '../fold-text';

type NamedPlace = Pick<LocationNode, 'id' | 'parent_id' | 'name' | 'type'>;
type OwnedPlace = Pick<LocationNode, 'id' | 'parent_id' | 'owner_person_id' | 'own_cylinders'>;

/** Letters and digits of a name: equal for "Ground-floor", "ground  floor" and "Groundfloor". */
const looseKey = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '') || foldText(name);

/**
 * Places that are easily confused: sites or buildings with the same name anywhere, other places with the same name below one
 * parent. A ground floor in every building is no double name. In the order of the tree.
 */
export function listDoubleNames<Place extends NamedPlace>(places: readonly Place[]): Place[] {
  const scopeOf = ({ type, parent_id, name }: Place) =>
    type === 'site' || type === 'building' ? `${type} ${looseKey(name)}` : `${parent_id} ${looseKey(name)}`;
  const counts = new Map<string, number>();
  for (const place of places) counts.set(scopeOf(place), (counts.get(scopeOf(place)) ?? 0) + 1);
  return places.filter((place) => (counts.get(scopeOf(place)) ?? 0) > 1);
}

/**
 * Places without an owner, neither their own nor one above. Lists only the topmost ones, to ask for one owner instead of one
 * per door; a place with owners further down counts only if it has cylinders itself.
 */
export function listWithoutOwner<Place extends OwnedPlace>(places: readonly Place[]): Place[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const hasOwnerBelow = new Set<string>();
  for (const place of places) {
    if (place.owner_person_id === null) continue;
    for (let up = byId.get(place.parent_id ?? ''); up; up = byId.get(up.parent_id ?? '')) hasOwnerBelow.add(up.id);
  }
  const isOwned = (place: Place | undefined): boolean =>
    place !== undefined && (place.owner_person_id !== null || isOwned(byId.get(place.parent_id ?? '')));
  const isNamedAbove = (place: Place) => {
    const parent = byId.get(place.parent_id ?? '');
    return parent !== undefined && !hasOwnerBelow.has(parent.id);
  };
  return places.filter(
    (place) => !isOwned(place) && (hasOwnerBelow.has(place.id) ? place.own_cylinders > 0 : !isNamedAbove(place)),
  );
}
