import type { ReportId, ReportSchedule, reportFormats } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { At, Json, MaybeAt, MaybeJson } from './schema-columns';

type Format = (typeof reportFormats)[number];

export type ReportTables = {
  /** Made with the rights of its owner. */
  report_schedule: {
    id: string;
    owner_id: string;
    report: ReportId;
    parameters: Json<ReportSchedule['parameters']>;
    format: Format;
    language: Language;
    every: ReportSchedule['every'];
    weekday: number | null;
    day: number | null;
    clock: string;
    days_kept: number;
    recipient_ids: string[];
    created_at: At;
    paused_at: MaybeAt;
    /** The owner had lost the right to read it. */
    stopped_at: MaybeAt;
    next_run_at: MaybeAt;
    /** The run that a worker has to do. */
    due_at: MaybeAt;
    last_run_at: MaybeAt;
    last_skipped: Generated<string[]>;
    /** A sentence. */
    last_failure: MaybeJson<Sentence>;
    failed_at: MaybeAt;
    version: Generated<number>;
  };
  kept_report: {
    id: string;
    report: ReportId;
    title: string;
    format: Format;
    parameters: Json<object>;
    chosen: string[];
    rows: number;
    bytes: number;
    sha256: string;
    file_name: string;
    content_type: string;
    /** Null once a person in it was erased. */
    content: Buffer | null;
    /** Texts of its cells, in which an erased person is looked for. */
    cells: string;
    made_at: At;
    maker_id: string | null;
    made_by: string;
    /** Of the maker at that time. */
    scope: MaybeJson<{ departments: readonly string[] | null; places: readonly string[] | null }>;
    /** To whom a schedule has sent it. */
    reader_ids: string[];
    schedule_id: string | null;
    /** The run of the schedule that made it. */
    due_at: MaybeAt;
    keep_until: At;
    erased_at: MaybeAt;
  };
};
