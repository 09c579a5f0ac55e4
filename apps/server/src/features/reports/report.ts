import type { ReportColumn, ReportId, reportGroups, reportParameterKinds } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { Reader, Resource } from '#platform/visible-to';

/** What the reader has asked for, with the usual values filled in. */
export type Chosen = {
  days: number;
  percent: number;
  from: Date;
  /** Null: up to now. */
  before: Date | null;
  connection_id: string | null;
  person_id: string | null;
  doors: ChosenDoors | null;
};

/** A door, a group of doors, or a place with all doors in it. */
export type ChosenDoors = { of: 'cylinder' | 'group' | 'location'; id: string };

/** For whom, and of when: `now` is the same for all rows of an answer. */
export type ReportContext = { deps: Pick<Deps, 'access' | 'clock'>; reader: Reader; now: Date; chosen: Chosen };

/** A value of a column as the database has it. */
export type Value = string | number | Date | null | Sentence;

export type ColumnDefinition = {
  name: string;
  title: Sentence;
  kind: ReportColumn['kind'];
  /** Of a state: its words. */
  words?: (value: string, reader: Reader) => Sentence | string;
};

export type ParameterDefinition = {
  kind: (typeof reportParameterKinds)[number];
  usual?: number;
  isRequired?: true;
};

/** A report: which rows it has for a reader, in a stable order. */
export type ReportDefinition = {
  id: ReportId;
  group: (typeof reportGroups)[number];
  /** What a reader must be able to see; the rows have the scope in their query. */
  resource: Resource;
  parameters: readonly ParameterDefinition[];
  columns: readonly ColumnDefinition[];
  /** A query of `id` and `sort`, both text and never null, and of each column by its name; made once for all pages of a file. */
  rows: (context: ReportContext) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>;
  /** Of `sort` and `id`. */
  direction: 'asc' | 'desc';
  /** Figures over all rows, and what is not known. */
  notes?: (context: ReportContext) => Promise<Sentence[]>;
};

/** A moment as text that sorts like the moment. */
export const momentOrder = (at: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`coalesce(to_char(${at} at time zone 'utc', 'YYYYMMDDHH24MISSUS'), '')`;

/** Whether a moment is in the period. */
export const isInPeriod = (at: RawBuilder<unknown>, { from, before }: Chosen): RawBuilder<boolean> =>
  sql<boolean>`(${at} >= ${from} and ${at} < coalesce(${before}::timestamptz, 'infinity'))`;

export const isOfSystem = (column: RawBuilder<unknown>, { connection_id }: Chosen): RawBuilder<boolean> =>
  connection_id === null ? sql<boolean>`true` : sql<boolean>`${column} = ${connection_id}`;

export const isOfPerson = (column: RawBuilder<unknown>, { person_id }: Chosen): RawBuilder<boolean> =>
  person_id === null ? sql<boolean>`true` : sql<boolean>`${column} = ${person_id}`;
