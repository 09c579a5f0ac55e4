import type { Cylinder, CylinderDetail, CylinderGroup, ProgrammingJob } from '@key2xs/contract';
import { usageOf } from '#platform/list/fullness';

type Own = { own_name: string | null; notes: string | null; is_planned: boolean; version: number };

export type CylinderRow = Own & {
  id: string;
  connection_id: string;
  connection_name: string;
  external_id: string;
  marking: string;
  name: string;
  cylinder_type: string;
  domain: string;
  location: string;
  location_id: string | null;
  location_path: string | null;
  placed_text: string | null;
  state: string;
  group_id: string | null;
  group_name: string | null;
  block_used: number | null;
  block_limit: number | null;
  events_used: number | null;
  events_limit: number | null;
  /** Times as PostgreSQL writes them in JSON. */
  open_job: ProgrammingJob | null;
  read_at: Date | null;
};

export type GroupRow = Own & {
  id: string;
  connection_id: string;
  connection_name: string;
  external_id: string;
  name: string;
  domain: string;
  read_at: Date | null;
  cylinders: number;
};

type Job = Omit<ProgrammingJob, 'created_at' | 'done_at'> & {
  created_at: Date | string;
  done_at: Date | string | null;
};

const instant = (at: Date | string): string => new Date(at).toISOString();

const presentJob = (job: Job): ProgrammingJob => ({
  ...job,
  created_at: instant(job.created_at),
  done_at: job.done_at && instant(job.done_at),
});

/** The key system has no id yet for what is planned. */
const idThere = ({ is_planned, external_id }: { is_planned: boolean; external_id: string }) =>
  is_planned ? '' : external_id;

/** A planned one was never read. */
const readAt = ({ is_planned, read_at }: { is_planned: boolean; read_at: Date | null }) =>
  is_planned ? null : (read_at?.toISOString() ?? null);

export const presentCylinder = (row: CylinderRow): Cylinder => ({
  ...row,
  external_id: idThere(row),
  block_list: usageOf(row.block_used, row.block_limit),
  event_ring: usageOf(row.events_used, row.events_limit),
  open_job: row.open_job && presentJob(row.open_job),
  read_at: readAt(row),
});

export const presentDetail = (row: CylinderRow, jobs: readonly Job[]): CylinderDetail => ({
  ...presentCylinder(row),
  jobs: jobs.map(presentJob),
});

/** Its name, and how old what is known of it is. */
export const presentSystem = ({
  id,
  name,
  inventory_read_at,
}: {
  id: string;
  name: string;
  inventory_read_at: Date | null;
}) => ({
  id,
  name,
  read_at: inventory_read_at?.toISOString() ?? null,
});

export const presentGroup = (row: GroupRow): CylinderGroup => ({
  ...row,
  external_id: idThere(row),
  read_at: readAt(row),
});
