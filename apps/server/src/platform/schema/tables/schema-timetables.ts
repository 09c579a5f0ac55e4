import type { SyncInterval, TimetableWindow } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { JsonWithDefault, MaybeAt, MaybeJson, StampedAt } from './schema-columns';

export type TimetableTables = {
  /** When a connection is run by itself; without a row, never. */
  timetable: {
    /** The connection, of one kind or the other. */
    subject_id: string;
    iam_connection_id: string | null;
    key_system_connection_id: string | null;
    sync_interval: Generated<SyncInterval>;
    windows: JsonWithDefault<TimetableWindow[]>;
    time_zone: Generated<string>;
    paused_at: MaybeAt;
    /** Null: until resumed. */
    paused_until: MaybeAt;
    paused_by: string | null;
    pause_reason: string | null;
    /** What is due, as long as it lies in the past. */
    next_run_at: MaybeAt;
    last_run_at: MaybeAt;
    last_task_id: string | null;
    /** Of a run of several tasks, the one under way, from 0. Null: none, or the last of them. */
    stage: number | null;
    /** Why the last run could not begin. */
    refusal: MaybeJson<Sentence>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
};
