import type { RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import type { WallClock } from '../hours/wall-clock';
import { areOpen, nextChange } from '../hours/weekly-hours';
import { type AccessIndex, byPlanAndRule, compareIds, type IndexedRule } from '../indexing/access-index';
import { forEachBit, hasBit, lowestBit, wordAt } from '../indexing/bits';
import { type Doors, placesAbove } from '../indexing/doors';
import { rulesOf } from '../indexing/rule-sets';
import { clockAt } from './ask-access';

export type PathStep = { object_type: RuleObject['object_type']; id: string };

/** Why a door opens: the contract's AccessReason without the names of places and the rule's last change. */
export type GrantReason = {
  keyplan_id: string;
  keyplan_name: string;
  rule_id: string;
  rule_name: string;
  matched: RuleSubject[];
  /** From the object in the rule down to the cylinder, which is always last. */
  path: PathStep[];
  windows: readonly TimeRestriction[];
  open_now: boolean;
  /** When `open_now` changes next; null if never. */
  until: string | null;
};

export type AccessGrant = { cylinder_id: string; open_now: boolean; reasons: GrantReason[] };

/** Numbers of the index, and milliseconds since 1970 UTC. */
type Question = { person: number; cylinder: number; epochMs: number };

/**
 * Which cylinders a person may open, when, and why.
 *
 * A cylinder that one rule reaches in several ways has one reason for each, shortest path first, because removing one of
 * them would not close the door. Includes grants outside their windows, with `open_now` false.
 *
 * @param at ISO-8601; affects only `open_now` and `until`. An invalid date closes every rule that has windows
 * @returns  one grant per cylinder, by cylinder id; empty for an unknown person
 */
export function evaluateAccess(index: AccessIndex, personId: string, at: string): AccessGrant[] {
  const person = index.people.numberOf.get(personId);
  if (person === undefined) return [];
  const hours = readHours(index, Date.parse(at));
  const grants = new Map<number, AccessGrant>();
  for (const rule of grantingRulesOf(index, person)) {
    const reason = reasonOf(index, rule, person);
    forEachBit(rule.cylinders, (cylinder) => {
      const cylinder_id = index.doors.ids[cylinder] ?? '';
      const grant = grants.get(cylinder) ?? { cylinder_id, open_now: false, reasons: [] };
      grants.set(cylinder, grant);
      const state = hours(rule, cylinder);
      grant.open_now ||= state.open_now;
      for (const path of pathsTo(index.doors, rule, cylinder)) grant.reasons.push({ ...reason, path, ...state });
    });
  }
  return [...grants.values()].sort((a, b) => compareIds(a.cylinder_id, b.cylinder_id));
}

/** Why a person may open a cylinder, by plan and rule id; empty if they may not. */
export function explainAccess(index: AccessIndex, { person, cylinder, epochMs }: Question): GrantReason[] {
  const hours = readHours(index, epochMs);
  return grantingRulesOf(index, person)
    .filter((rule) => hasBit(rule.cylinders, cylinder))
    .flatMap((rule) => {
      const reason = reasonOf(index, rule, person);
      return pathsTo(index.doors, rule, cylinder).map((path) => ({ ...reason, path, ...hours(rule, cylinder) }));
    });
}

/** The granting rules of a person, by plan and rule id. */
function grantingRulesOf(index: AccessIndex, person: number): IndexedRule[] {
  const rules = rulesOf(index.rulesOfRow, wordAt(index.people.rowOf, person));
  const found: IndexedRule[] = [];
  for (let i = 0; i < rules.length; i++) {
    for (let word = wordAt(rules, i) & wordAt(index.granting, i); word !== 0; word &= word - 1) {
      const rule = index.rules[(i << 5) + lowestBit(word)];
      if (rule) found.push(rule);
    }
  }
  return found.sort(byPlanAndRule);
}

function reasonOf({ people }: AccessIndex, { rule, plan, subjectKeys }: IndexedRule, person: number) {
  const keys = people.rows[wordAt(people.rowOf, person)]?.keys ?? [];
  return {
    keyplan_id: plan.id,
    keyplan_name: plan.name,
    rule_id: rule.id,
    rule_name: rule.name,
    matched: rule.subjects.filter((_, i) => keys.includes(subjectKeys[i] ?? '')),
    windows: rule.time_restrictions,
  };
}

/** Whether a rule is open at a cylinder and until when; cached by rule and clock. */
function readHours(index: AccessIndex, epochMs: number) {
  type State = Pick<GrantReason, 'open_now' | 'until'>;
  const states = new Map<IndexedRule, Map<WallClock, State>>();
  return (rule: IndexedRule, cylinder: number): State => {
    const clock = clockAt(index, rule, cylinder);
    const ofRule = states.get(rule) ?? new Map<WallClock, State>();
    states.set(rule, ofRule);
    const known = ofRule.get(clock);
    if (known) return known;
    const change = nextChange(rule.hours, clock, epochMs);
    const open_now = areOpen(rule.hours, clock, epochMs);
    const state = { open_now, until: change === undefined ? null : new Date(change).toISOString() };
    ofRule.set(clock, state);
    return state;
  };
}

/** Every path from a rule to a cylinder: direct, by its group, a place, a profile, or a profile's group. */
function pathsTo(doors: Doors, { objects }: IndexedRule, cylinder: number): PathStep[][] {
  const facts = doors.facts[cylinder];
  if (!facts) return [];
  const last: PathStep = { object_type: 'cylinder', id: facts.id };
  const group: PathStep[] = facts.group_id === null ? [] : [{ object_type: 'cylinder_group', id: facts.group_id }];
  const paths: PathStep[][] = [];
  if (objects.has(`cylinder:${facts.id}`)) paths.push([last]);
  if (group[0] && objects.has(`cylinder_group:${group[0].id}`)) paths.push([...group, last]);
  for (const { id } of placesAbove(doors, facts.location_id)) {
    if (objects.has(`location:${id}`)) paths.push([{ object_type: 'location', id }, last]);
  }
  const profiles = [...objects.values()].filter((object) => object.object_type === 'access_profile');
  const ids = profiles.map((object) => object.object_identifier).sort(compareIds);
  const step = (id: string): PathStep => ({ object_type: 'access_profile', id });
  for (const id of ids) if (doors.profiles.get(id)?.cylinders.has(facts.id)) paths.push([step(id), last]);
  for (const id of ids) {
    if (group[0] && doors.profiles.get(id)?.groups.has(group[0].id)) paths.push([step(id), ...group, last]);
  }
  return paths;
}
