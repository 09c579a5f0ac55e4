import type { CylinderFacts, LocationFacts, PlanFacts, ProfileFacts } from './access-facts';
import { type AccessIndex, dropRule, type IndexedRule, indexRowsFrom, putRule, reindexCylinder } from './access-index';
import { addDoor, placesBelow, profileSets, removeDoor, setClock, setPlace } from './doors';
import type { PersonFacts } from './match-subjects';
import { addPerson } from './people';

// A patched index answers like a rebuilt one. A record replaces an earlier one with the same id.

export function putPerson(index: AccessIndex, person: PersonFacts): void {
  const rows = index.people.rows.length;
  addPerson(index.people, person);
  indexRowsFrom(index, rows);
}

export function dropPerson(index: AccessIndex, id: string): void {
  const number = index.people.numberOf.get(id);
  if (number === undefined) return;
  index.people.numberOf.delete(id);
  index.people.rowOf[number] = 0;
  index.people.changes++;
  index.people.byRow = undefined;
}

export function putCylinder(index: AccessIndex, cylinder: CylinderFacts): void {
  reindexCylinder(index, addDoor(index.doors, cylinder));
}

export function dropCylinder(index: AccessIndex, id: string): void {
  const number = index.doors.numberOf.get(id);
  if (number === undefined) return;
  removeDoor(index.doors, number);
  reindexCylinder(index, number);
}

/** Adds a place, moves it with its subtree, or changes its time zone. */
export function putLocation(index: AccessIndex, place: LocationFacts): void {
  const below = placesBelow(index.doors, place.id);
  setPlace(index.doors, place.id, place);
  reindexBelow(index, new Set([...below, ...placesBelow(index.doors, place.id)]));
}

export function dropLocation(index: AccessIndex, id: string): void {
  const below = placesBelow(index.doors, id);
  setPlace(index.doors, id, undefined);
  reindexBelow(index, below);
}

export function putProfile(index: AccessIndex, profile: ProfileFacts): void {
  index.doors.profiles.set(profile.id, profileSets(profile));
  renewRules(index, (objects) => objects.has(`access_profile:${profile.id}`));
}

export function dropProfile(index: AccessIndex, id: string): void {
  index.doors.profiles.delete(id);
  renewRules(index, (objects) => objects.has(`access_profile:${id}`));
}

/** Keeps the rules of an existing plan; put the rules of a new plan after the plan. */
export function putPlan(index: AccessIndex, plan: PlanFacts): void {
  index.plans.set(plan.id, plan);
  for (const indexed of [...index.rules]) if (indexed?.plan.id === plan.id) putRule(index, indexed.rule);
}

/** Removes a plan with its rules. */
export function dropPlan(index: AccessIndex, id: string): void {
  index.plans.delete(id);
  for (const indexed of index.rules) if (indexed?.plan.id === id) dropRule(index, indexed.rule.id);
}

function reindexBelow(index: AccessIndex, places: ReadonlySet<string>): void {
  for (const place of places) {
    for (const cylinder of index.doors.placed.get(place) ?? []) {
      setClock(index.doors, cylinder);
      reindexCylinder(index, cylinder);
    }
  }
}

function renewRules(index: AccessIndex, isMeant: (objects: IndexedRule['objects']) => boolean): void {
  for (const indexed of [...index.rules]) {
    if (indexed && isMeant(indexed.objects)) putRule(index, indexed.rule);
  }
}
