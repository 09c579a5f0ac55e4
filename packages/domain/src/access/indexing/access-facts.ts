import type { AccessRule, KeyPlan, RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';
import type { PersonFacts } from './match-subjects';

/** The facts of a cylinder that decide who may open it. */
export type CylinderFacts = { id: string; group_id: string | null; location_id: string | null };

/** A place in the tree of locations. */
export type LocationFacts = {
  id: string;
  parent_id: string | null;
  /** IANA zone of the clocks there; null inherits it from the place above, at the top from the plan. */
  time_zone: string | null;
};

export type ProfileFacts = { id: string; cylinder_ids: readonly string[]; cylinder_group_ids: readonly string[] };

/** A key plan without its rules. */
export type PlanFacts = Pick<KeyPlan, 'id' | 'name' | 'is_active' | 'time_zone'> & {
  /** Identity sources whose people the plan covers; without any it covers no people. */
  iam_connection_ids: readonly string[];
  /** What to do with a key that would get different hours from several rules; `refuse` by default. */
  schedule_policy?: KeyPlan['schedule_policy'];
};

export type RuleFacts = Pick<AccessRule, 'id' | 'name' | 'is_active' | 'subject_match'> & {
  keyplan_id: string;
  subjects: readonly RuleSubject[];
  objects: readonly RuleObject[];
  time_restrictions: readonly TimeRestriction[];
};

/** Everything that access depends on. Ids are compared byte by byte and are unique within their kind. */
export type AccessFacts = {
  people: Iterable<PersonFacts>;
  cylinders: Iterable<CylinderFacts>;
  locations: Iterable<LocationFacts>;
  profiles: Iterable<ProfileFacts>;
  plans: Iterable<PlanFacts>;
  /** Rules whose plan is not among the plans grant nothing. */
  rules: Iterable<RuleFacts>;
};
