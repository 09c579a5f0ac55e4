import type { RuleObject } from '@key2xs/contract';
import { clockIn, type WallClock } from '../hours/wall-clock';
import type { CylinderFacts, LocationFacts, ProfileFacts } from './access-facts';
import { type Bits, listBits, setBit, wordsFor } from './bits';

/** The cylinders, their places, and the groups and profiles that contain them. */
export type Doors = {
  /** Cylinder ids by number. Numbers are assigned in order of insertion and kept, also for removed cylinders. */
  ids: string[];
  numberOf: Map<string, number>;
  facts: (CylinderFacts | undefined)[];
  /** The clock of each cylinder's place; undefined where the plan's clock applies. */
  clocks: (WallClock | undefined)[];
  groups: Map<string, Set<number>>;
  /** Cylinders directly at a place, not below it. */
  placed: Map<string, Set<number>>;
  locations: Map<string, LocationFacts>;
  /** Places directly below a place. */
  children: Map<string, Set<string>>;
  profiles: Map<string, ProfileSets>;
};

export type ProfileSets = { cylinders: ReadonlySet<string>; groups: ReadonlySet<string> };

export const profileSets = ({ cylinder_ids, cylinder_group_ids }: ProfileFacts): ProfileSets => ({
  cylinders: new Set(cylinder_ids),
  groups: new Set(cylinder_group_ids),
});

export const emptyDoors = (): Doors => ({
  ids: [],
  numberOf: new Map(),
  facts: [],
  clocks: [],
  groups: new Map(),
  placed: new Map(),
  locations: new Map(),
  children: new Map(),
  profiles: new Map(),
});

/** Adds or replaces a cylinder. @returns its number */
export function addDoor(doors: Doors, cylinder: CylinderFacts): number {
  const number = doors.numberOf.get(cylinder.id) ?? doors.ids.push(cylinder.id) - 1;
  doors.numberOf.set(cylinder.id, number);
  removeDoor(doors, number);
  doors.facts[number] = cylinder;
  if (cylinder.group_id !== null) addTo(doors.groups, cylinder.group_id, number);
  if (cylinder.location_id !== null) addTo(doors.placed, cylinder.location_id, number);
  setClock(doors, number);
  return number;
}

export function removeDoor(doors: Doors, number: number): void {
  const old = doors.facts[number];
  if (!old) return;
  doors.facts[number] = undefined;
  if (old.group_id !== null) doors.groups.get(old.group_id)?.delete(number);
  if (old.location_id !== null) doors.placed.get(old.location_id)?.delete(number);
}

/** Sets the clock of a cylinder to that of the nearest place above it with a time zone. */
export function setClock(doors: Doors, number: number): void {
  const zone = placesAbove(doors, doors.facts[number]?.location_id ?? null).find((place) => place.time_zone !== null);
  doors.clocks[number] = zone?.time_zone ? clockIn(zone.time_zone) : undefined;
}

/** A place and all places above it, nearest first. Stops at a cycle. */
export function placesAbove({ locations }: Doors, id: string | null): LocationFacts[] {
  const above = new Set<LocationFacts>();
  for (let place = at(locations, id); place && !above.has(place); place = at(locations, place.parent_id))
    above.add(place);
  return [...above];
}

/** The places of a subtree including its root; none for an unknown place. */
export function placesBelow({ locations, children }: Doors, id: string): Set<string> {
  const below = new Set(locations.has(id) ? [id] : []);
  for (const place of below) for (const child of children.get(place) ?? []) below.add(child);
  return below;
}

/** Adds, replaces or removes a place; does not update the cylinders below it. */
export function setPlace({ locations, children }: Doors, id: string, place: LocationFacts | undefined): void {
  const old = locations.get(id);
  if (old?.parent_id) children.get(old.parent_id)?.delete(id);
  if (!place) {
    locations.delete(id);
    return;
  }
  locations.set(id, place);
  if (place.parent_id !== null) addTo(children, place.parent_id, id);
}

/** Keys (`objectKey`) of all objects that contain a cylinder. */
export function keysOfCylinder(doors: Doors, number: number): string[] {
  const facts = doors.facts[number];
  if (!facts) return [];
  const keys = [`cylinder:${facts.id}`];
  if (facts.group_id !== null) keys.push(`cylinder_group:${facts.group_id}`);
  for (const place of placesAbove(doors, facts.location_id)) keys.push(`location:${place.id}`);
  for (const [id, profile] of doors.profiles) if (isInProfile(profile, facts)) keys.push(`access_profile:${id}`);
  return keys;
}

const isInProfile = ({ cylinders, groups }: ProfileSets, { id, group_id }: CylinderFacts): boolean =>
  cylinders.has(id) || (group_id !== null && groups.has(group_id));

export const objectKey = ({ object_type, object_identifier }: RuleObject): string =>
  `${object_type}:${object_identifier}`;

/** Sets the bits of all cylinders that an object contains. */
export function reach(doors: Doors, { object_type, object_identifier: id }: RuleObject, cylinders: Bits): void {
  const mark = (numbers: Iterable<number> = []) => {
    for (const number of numbers) setBit(cylinders, number);
  };
  switch (object_type) {
    case 'cylinder':
      mark(present(doors, [id]));
      break;
    case 'cylinder_group':
      mark(doors.groups.get(id));
      break;
    case 'location':
      for (const place of placesBelow(doors, id)) mark(doors.placed.get(place));
      break;
    case 'access_profile': {
      const profile = doors.profiles.get(id);
      mark(present(doors, profile?.cylinders ?? []));
      for (const group of profile?.groups ?? []) mark(doors.groups.get(group));
    }
  }
}

/** The numbers of the cylinders that an object contains. */
export function doorsOf(doors: Doors, object: RuleObject): number[] {
  const cylinders = new Int32Array(wordsFor(doors.ids.length));
  reach(doors, object, cylinders);
  return [...listBits(cylinders)];
}

function present({ numberOf, facts }: Doors, ids: Iterable<string>): number[] {
  return [...ids].map((id) => numberOf.get(id) ?? -1).filter((number) => facts[number] !== undefined);
}

function addTo<T>(sets: Map<string, Set<T>>, id: string, member: T): void {
  const members = sets.get(id);
  if (members) members.add(member);
  else sets.set(id, new Set([member]));
}

const at = (locations: Doors['locations'], id: string | null) => (id === null ? undefined : locations.get(id));
