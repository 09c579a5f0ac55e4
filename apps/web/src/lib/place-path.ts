import type { LocationNode } from '@key2xs/contract';

/** The names of a place and those above, with " / " between; empty for an unknown place. */
export function pathIn(places: readonly LocationNode[], id: string): string {
  const place = places.find((one) => one.id === id);
  if (!place) return '';
  const above = place.parent_id === null ? '' : pathIn(places, place.parent_id);
  return above ? `${above} / ${place.name}` : place.name;
}
