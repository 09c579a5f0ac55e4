import type {
  CleaningFinding,
  GeneratorFigures,
  GeneratorInput,
  GeneratorPhase,
  GeneratorRun,
  GeneratorSettings,
  GeneratorStatus,
  PlanChoice,
  Suggestion,
  SuggestionDetail,
  TimeRestriction,
} from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BigCount, Json, JsonWithDefault, MaybeAt, MaybeJson, Record_, StampedAt } from './schema-columns';

/** Runs of the key plan generator. Columns of bytes are packed and read only where they are needed. */
export type GeneratorTables = {
  generator_run: {
    id: string;
    /** Of what it reads: a plan, key systems. */
    name: string;
    settings: Json<GeneratorSettings>;
    seed: number;
    status: Generated<GeneratorStatus>;
    phase: GeneratorPhase | null | undefined;
    done: Generated<number>;
    total: Generated<number>;
    is_stop_requested: Generated<boolean>;
    started_by: string;
    task_id: string | null | undefined;
    last_event_id: BigCount;
    revision: string | null | undefined;
    input: MaybeJson<GeneratorInput>;
    figures: MaybeJson<GeneratorFigures>;
    choices: MaybeJson<PlanChoice[]>;
    nothing: MaybeJson<StoredNothing>;
    error: MaybeJson<Sentence>;
    warnings: JsonWithDefault<StoredWarning[]>;
    drafted_key_plan_id: string | null | undefined;
    version: Generated<number>;
    created_at: StampedAt;
    finished_at: MaybeAt;
  };
  /** What a run has read, and where its rights end. */
  generator_data: {
    run_id: string;
    /** Ids in the order of the relation, 16 bytes each. */
    people: Buffer;
    cylinders: Buffer;
    /** Deflated. */
    relation: Buffer;
    /** What is known of people and cylinders, as deflated JSON. */
    facts: Buffer;
    /** Where each right ends, why, and in which suggestion, in the order of the relation, deflated. Null until it has ended. */
    rights: Buffer | null | undefined;
    /** Rights no two of which fit in one profile, deflated. */
    lower_bound: Buffer | null | undefined;
    /** The suggestions of each plan to choose from, deflated. Null until they are calculated. */
    choice_plans: Buffer | null | undefined;
  };
  generator_event: {
    /** Sent as the id of the event. */
    id: GeneratedAlways<string>;
    run_id: string;
    event: string;
    data: Json<Record_>;
  };
  generator_suggestion: {
    run_id: string;
    id: string;
    position: number;
    kind: Suggestion['kind'];
    conditions: Json<Suggestion['conditions']>;
    /** Indexes into the people and cylinders of the run, ascending, 4 bytes each. */
    people: Buffer;
    cylinders: Buffer;
    /** Of each cylinder, a byte: 0 core, 1 likely, 2 limited, as `MinedSuggestion` says. */
    cylinder_kinds: Buffer;
    /** Cells that it would give newly: pairs of indexes. */
    additions: Buffer;
    people_count: number;
    cylinder_count: number;
    rights: number;
    confidence: number;
    support: number;
    recall: number;
    lift: number;
    addition_count: number;
    additions_accepted: Generated<boolean>;
    outliers: number;
    risks: Suggestion['risks'];
    alternatives: JsonWithDefault<SuggestionDetail['alternatives']>;
    name: string;
    name_by: Suggestion['name_by'];
    explanation: string | null | undefined;
    recorded_profile: MaybeJson<NonNullable<Suggestion['recorded_profile']>>;
    hours: JsonWithDefault<{ time_restrictions: TimeRestriction[]; rights: number }[]>;
    decision: Generated<Suggestion['decision']>;
    decided_by: string | null | undefined;
    reason: string | null | undefined;
    pinned: Generated<boolean>;
    version: Generated<number>;
  };
  /** What a run that goes on has suggested so far, in the order of its events. */
  generator_found: {
    run_id: string;
    position: number;
    id: string;
    name: string;
    /** Numbers, four bytes each. */
    people: Buffer;
    cylinders: Buffer;
  };
  generator_finding: {
    run_id: string;
    position: number;
    kind: CleaningFinding['kind'];
    sentence: ColumnType<Sentence, string, string>;
    person_id: string | null | undefined;
    cylinder_id: string | null | undefined;
    suggestion_id: string | null | undefined;
    /** The place that all doors it is about are in, where it is about no single one. */
    location_id: string | null | undefined;
    share: number | null | undefined;
    decision: Generated<CleaningFinding['decision']>;
    decided_by: string | null | undefined;
    reason: string | null | undefined;
  };
  /** How good active plans are, night by night. */
  plan_quality: {
    keyplan_id: string;
    at: StampedAt;
    profiles: number;
    links: number;
    rules: number;
    coverage: number;
    lower_bound: number;
  };
};

/** In the language of the reader. */
export type StoredWarning = { code: string; sentence: Sentence };

/** Why a run suggests nothing. */
type StoredNothing = Pick<NonNullable<GeneratorRun['nothing']>, 'nearest' | 'link'> & { sentence: Sentence };
