import { type LocationType, locationTypes } from '@key2xs/contract';

/** A number, or an English or German word for a storey; such a part is a floor even at the end of a path. */
const floorLike =
  /^(?:-?\d{1,2}|[a-z]?\d?\s?(?:og|ug|eg|dg|kg))$|\b(?:floor|level|storey|stor(?:y|ies)|basement|mezzanine|attic|roof)\b|(?:geschoss|geschoß|etage|stock|keller)/iu;

/** The default types of a path by its length. */
const usual: Record<number, readonly LocationType[]> = {
  1: ['building'],
  2: ['building', 'door'],
  3: ['building', 'area', 'door'],
  4: ['building', 'floor', 'area', 'door'],
  5: ['site', 'building', 'floor', 'area', 'door'],
};

export const rankOf = (type: LocationType): number => locationTypes.indexOf(type);

type Where = {
  name: string;
  /** Counted from 1. */
  level: number;
  /** Levels of the deepest path through its topmost place. */
  depth: number;
  parent: LocationType | undefined;
  /** Levels below it that still need a type. */
  below: number;
};

/**
 * The type of a place in a location text: below the type of its parent, and leaving types for the levels below it.
 * Undefined if no type is left below the parent.
 */
export function chooseType({ name, level, depth, parent, below }: Where): LocationType | undefined {
  const first = parent === undefined ? 0 : rankOf(parent) + 1;
  const last = Math.max(first, locationTypes.length - 1 - below);
  const wanted = level > 1 && floorLike.test(name) ? 'floor' : (usual[depth]?.[level - 1] ?? 'door');
  const rank = Math.min(Math.max(rankOf(wanted), first), last);
  return locationTypes[rank];
}
