import type { PlanWizardContent, PlanWizardStep, VersionFigures } from '@key2xs/contract';
import type { ProfileFacts, RuleFacts } from '@key2xs/domain';
import type { ColumnType, Generated } from 'kysely';
import type { At, Json, JsonWithDefault, MaybeAt, MaybeJson, Record_, StampedAt } from './schema-columns';

/** The content of a rule, a profile or a plan's settings, as stored in a version. */
export type RuleContent = RuleFacts & {
  description: string | null;
  type: 'job_function' | 'department' | 'custom';
};
export type ProfileContent = ProfileFacts & { name: string; description: string | null };

/** How many of a kind a version added, changed and removed. */
export type VersionChanges = Partial<Record<'rules' | 'profiles' | 'settings', Tally>>;
export type Tally = { added: number; changed: number; removed: number };

/** A view: the current drafts of rules and profiles, and the settings of plans. */
type DraftPart = {
  keyplan_id: string;
  kind: 'plan' | 'rule' | 'profile';
  record_id: string;
  /** Of the record, raised with each edit. */
  record_version: number;
  changed_at: Date;
  /** Empty when it is not known. */
  changed_by: string;
  content: object;
};

/** Key plans with their rules and access profiles. */
export type PlanTables = {
  /** Filled by triggers on the tables that access depends on, in the changing transaction. */
  access_change: {
    id: Generated<string>;
    /** Transaction id, a number as text. */
    xid: Generated<string>;
    at: StampedAt;
    /**
     * `recorded` names a key system: what is recorded there, or what its cylinders are called there. `described`
     * names a record of which an answer says otherwise than before: a name, or when a key system was read. `memory`: since
     * when the past is kept.
     */
    kind: 'person' | 'cylinder' | 'location' | 'profile' | 'plan' | 'rule' | 'recorded' | 'described' | 'memory';
    /** Null: so many that all are to be read. */
    record_id: string | null;
  };
  /** Former values of what access depends on, filled by triggers in the changing transaction. */
  access_past: {
    kind:
      | 'person'
      | 'cylinder'
      | 'door'
      | 'location'
      | 'recorded_person'
      | 'recorded_member'
      | 'recorded_profile'
      | 'key'
      | 'key_system';
    record_id: string;
    content: Json<Record_>;
    /** When the record came to be. */
    born: At;
    /** When it ceased to be so: the next value, or the deletion, counts from then on. */
    until: At;
  };
  /** One row: since when, and for how long, the past is kept. */
  memory: {
    only_row: Generated<boolean>;
    kept_since: StampedAt;
    /** Since when it is kept what key systems had recorded, and who held keys by it. */
    layers_since: StampedAt;
    retention_days: Generated<number>;
  };
  key_plan: {
    id: string;
    name: string;
    description: string;
    is_active: Generated<boolean>;
    time_zone: Generated<string>;
    /** Whether an edit holds when it is saved, or waits in the draft for an activation. */
    takes_effect: Generated<'at_once' | 'on_activation'>;
    /** Who edited what is pending may not activate it. */
    needs_second_person: Generated<boolean>;
    /** What becomes of a key for which rules give different hours. */
    schedule_policy: Generated<'refuse' | 'union' | 'intersection'>;
    /** Who asked to no longer require a second person, and when. */
    second_person_removal_by: ColumnType<string | null, string | null | undefined, string | null>;
    second_person_removal_at: MaybeAt;
    /** The number of its latest `key_plan_version`. */
    version_in_force: Generated<number>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  /** Who edited a rule or profile since it came into force. */
  key_plan_editor: { keyplan_id: string; record_id: string; admin_id: string };
  /** Who edited a pending rule or profile last. */
  key_plan_last_edit: {
    keyplan_id: string;
    record_id: string;
    /** Null: not an administrator. */
    admin_id: string | null;
    admin_name: string;
    edited_at: At;
  };
  /** Plans that are being written step by step. */
  key_plan_wizard: {
    id: string;
    /** The draft it writes; null until its basics are complete. */
    keyplan_id: string | null;
    /** Of the plan, when the wizard wrote it last. */
    plan_version: number | null;
    step: PlanWizardStep;
    content: Json<PlanWizardContent>;
    started_by: string;
    updated_by: string;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
    finished_at: MaybeAt;
  };
  key_plan_iam_connection: { keyplan_id: string; connection_id: string };
  key_plan_key_system: { keyplan_id: string; connection_id: string };
  access_profile: {
    id: string;
    keyplan_id: string;
    name: string;
    description: string | null;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  access_profile_cylinder: { profile_id: string; cylinder_id: string };
  access_profile_group: { profile_id: string; group_id: string };
  access_rule: {
    id: string;
    keyplan_id: string;
    type: 'job_function' | 'department' | 'custom';
    name: string;
    description: string | null;
    is_active: Generated<boolean>;
    subject_match: Generated<'any' | 'all'>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
    updated_by: string;
  };
  access_rule_subject: {
    id: string;
    rule_id: string;
    subject_type: 'user' | 'group' | 'job_title' | 'department';
    subject_identifier: string;
  };
  access_rule_object: {
    id: string;
    rule_id: string;
    object_type: 'cylinder' | 'cylinder_group' | 'access_profile' | 'location';
    object_identifier: string;
  };
  time_restriction: {
    id: string;
    rule_id: string;
    /** ISO weekdays, 1 is Monday. */
    days: number[];
    from_time: string;
    to_time: string;
    valid_from: MaybeAt;
    valid_until: MaybeAt;
  };
  key_plan_draft: DraftPart;
  /** What came into force when. Outlives its plan. */
  key_plan_version: {
    keyplan_id: string;
    number: number;
    at: StampedAt;
    cause: 'created' | 'settings' | 'edit' | 'activation' | 'deleted' | 'upgrade';
    /** Name of an administrator; empty for what an upgrade made. */
    made_by: string;
    reason: string | null;
    changes: JsonWithDefault<VersionChanges>;
    /** What it reached when it came into force; null until it is measured. */
    figures: MaybeJson<VersionFigures>;
  };
  /** Holds from version `since` until version `until`, or still. */
  key_plan_part: Omit<DraftPart, 'content'> & {
    id: Generated<string>;
    since: number;
    until: number | null;
    content: ColumnType<object, string, never>;
  };
};
