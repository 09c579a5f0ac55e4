import type { LocationNode } from '@key2xs/contract';
import { foldText } from '../fold-text';

type NamedPlace = Pick<LocationNode, 'id' | 'parent_id' | 'name' | 'type'>;
type OwnedPlace = Pick<LocationNode, 'id' | 'parent_id' | 'owner_person_id' | 'own_cylinders'>;

/** Letters and digits of a name: "Ground-floor", "ground  floor" and "Groundfloor" are one. */
const looseKey = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]/gu, '') || foldText(name);

/**
 * Places that somebody may take for one another: sites or buildings of one name wherever they stand, other places of one
 * name in the same place. That every building has a ground floor is no double name. In the order of the tree.
 */
export function listDoubleNames<Place extends NamedPlace>(places: readonly Place[]): Place[] {
  const scopeOf = ({ type, parent_id, name }: Place) =>
    type === 'site' || type === 'building' ? `${type} ${looseKey(name)}` : `${parent_id} ${looseKey(name)}`;
  const counts = new Map<string, number>();
  for (const place of places) counts.set(scopeOf(place), (counts.get(scopeOf(place)) ?? 0) + 1);
  return places.filter((place) => (counts.get(scopeOf(place)) ?? 0) > 1);
}

/**
 * Places for which nobody answers: neither they nor any above has an owner. Only the topmost are named, so that one owner
 * is asked for and not one a door; a place with owners further down counts where cylinders stand in it itself.
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
