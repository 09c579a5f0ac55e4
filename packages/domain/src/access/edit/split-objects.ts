import type { RuleObject } from '@key2xs/contract';
import type { AccessIndex } from '../indexing/access-index';
import { type Bits, countBits, listBits } from '../indexing/bits';
import { objectKey, placesAbove } from '../indexing/doors';
import { distinct, doorsOfObject, haveCommon, isEmpty, isWithin } from './resolve-request';

/**
 * Splits the objects of a rule by a set of doors, into those inside the set and the rest. A place, group or profile with
 * doors on both sides is replaced by the largest places, groups and doors in it that have doors on one side only.
 */
export function splitObjects(
  index: AccessIndex,
  objects: readonly RuleObject[],
  doors: Bits,
): { inside: RuleObject[]; outside: RuleObject[] } {
  const [inside, outside]: [RuleObject[], RuleObject[]] = [[], []];
  const seen = new Set<string>();
  const split = (object: RuleObject): void => {
    if (seen.has(objectKey(object))) return; // also stops at a cycle of places
    seen.add(objectKey(object));
    const named = doorsOfObject(index, object);
    if (!haveCommon(named, doors)) outside.push(object);
    else if (isWithin(named, doors)) inside.push(object);
    else for (const part of partsOf(index, object)) split(part);
  };
  for (const object of objects) split(object);
  return { inside: distinct(inside, objectKey), outside: distinct(outside, objectKey) };
}

/** The direct parts of a place, group or profile that have doors. */
function partsOf(index: AccessIndex, { object_type, object_identifier: id }: RuleObject): RuleObject[] {
  const { doors } = index;
  const cylinders = (numbers: Iterable<number> = []) => [...numbers].map((n) => named('cylinder', doors.ids[n] ?? ''));
  switch (object_type) {
    case 'location': {
      const places = [...(doors.children.get(id) ?? [])].sort().map((child) => named('location', child));
      return [...places.filter((place) => !isEmpty(doorsOfObject(index, place))), ...cylinders(doors.placed.get(id))];
    }
    case 'cylinder_group':
      return cylinders(doors.groups.get(id));
    case 'access_profile': {
      const profile = doors.profiles.get(id);
      return [
        ...[...(profile?.groups ?? [])].map((group) => named('cylinder_group', group)),
        ...[...(profile?.cylinders ?? [])].map((cylinder) => named('cylinder', cylinder)),
      ];
    }
    case 'cylinder':
      return [];
  }
}

/** The group, else the innermost place, with exactly these doors; undefined for a single door. */
export function wholeOf(index: AccessIndex, wanted: Bits): RuleObject | undefined {
  const { doors } = index;
  const count = countBits(wanted);
  const [first = -1] = listBits(wanted);
  const facts = doors.facts[first];
  if (count < 2 || !facts) return undefined;
  const isWhole = (object: RuleObject) => {
    const named = doorsOfObject(index, object);
    return countBits(named) === count && isWithin(named, wanted);
  };
  const group = facts.group_id === null ? [] : [named('cylinder_group', facts.group_id)];
  const places = placesAbove(doors, facts.location_id).map(({ id }) => named('location', id));
  return [...group, ...places].find(isWhole);
}

const named = (object_type: RuleObject['object_type'], object_identifier: string): RuleObject => ({
  object_type,
  object_identifier,
});
