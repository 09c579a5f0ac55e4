import type { orderedKinds } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { Generated, GeneratedAlways } from 'kysely';
import type { At, MaybeJson, ReadOnly } from '../schema-columns';

/** What we want programmed into cylinders, and the jobs that are known. */
export type ProgrammingTables = {
  /** Our wish for a job; its id is our reference at the key system. */
  programming_order: {
    id: string;
    connection_id: string;
    /** Null: the job of others is about a cylinder that is not known. */
    cylinder_id: string | null;
    key_id: string | null;
    /** Of jobs of others, as the key system says. */
    kind: string;
    /** What it was ordered for, e.g. the case of a lost key. */
    subject_kind: 'case' | null;
    subject_id: string | null;
    reason: Generated<string>;
    /** Null: others have created the job, and we have assigned or cancelled it. */
    ordered_by: string | null;
    ordered_at: At;
    /** to_enter: the connection cannot write it; entered: an operator says that it is entered. */
    state: 'waiting' | 'written' | 'refused' | 'to_enter' | 'entered' | 'withdrawn';
    reference: GeneratedAlways<string>;
    /** The job of others, or the one entered by hand; null for what we write under our reference. */
    job_external_id: string | null;
    /** Who is to carry it, as last wanted here. */
    programming_key_id: string | null;
    is_to_assign: Generated<boolean>;
    is_to_cancel: Generated<boolean>;
    /** Written only once that one is done. */
    after_id: string | null;
    /** Why it was refused, or could not be written last. */
    problem: MaybeJson<Sentence>;
    changed_at: At;
    /** Counts what people wanted of it. */
    version: Generated<number>;
  };
  programming_policy: { only_row: Generated<boolean>; jobs_per_key: number };
  /** A view: every job that is known, and the orders without one. */
  programming_work: ReadOnly<{
    /** Of the order, if there is one. */
    id: string;
    connection_id: string;
    cylinder_id: string | null;
    cylinder_external_id: string;
    kind: (typeof orderedKinds)[number] | string;
    key_external_id: string | null;
    order_id: string | null;
    job_id: string | null;
    external_id: string | null;
    /** Marking of the programming key that has it. */
    assigned_key: string | null;
    stage: 'to_write' | 'pending' | 'assigned' | 'loaded_on_key' | 'done' | 'failed' | 'cancelled';
    /** No longer listed, and not known to be done. */
    is_gone: boolean;
    created_at: Date;
    done_at: Date | null;
  }>;
};
