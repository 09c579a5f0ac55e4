import type { ProgrammingWork } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Selectable } from 'kysely';
import type { Schema } from '#platform/schema/schema';

type Work = Selectable<Schema['programming_work']>;
type Order = Selectable<Schema['programming_order']>;

export type WorkRow = Pick<
  Work,
  | 'id'
  | 'connection_id'
  | 'external_id'
  | 'kind'
  | 'stage'
  | 'is_gone'
  | 'assigned_key'
  | 'created_at'
  | 'done_at'
  | 'cylinder_external_id'
> & {
  connection_name: string;
  cylinder_id: string | null;
  cylinder_marking: string | null;
  cylinder_name: string | null;
  location_path: string | null;
  events_used: number | null;
  key_id: string | null;
  key_marking: string | null;
  key_name: string | null;
  carrier_id: string | null;
  wanted_id: string | null;
  wanted_marking: string | null;
  order_state: Order['state'] | null;
  is_to_assign: boolean | null;
  is_to_cancel: boolean | null;
  after_stage: Work['stage'] | null;
  problem: Sentence | null;
  ordered_by: string | null;
  ordered_at: Date | null;
  reason: string | null;
  version: number | null;
};

export function presentWork(row: WorkRow, language: Language): ProgrammingWork {
  const { id, connection_id, connection_name, external_id, kind, stage } = row;
  return {
    ...{ id, connection_id, connection_name, external_id, kind, stage },
    cylinder:
      row.cylinder_id === null
        ? null
        : {
            id: row.cylinder_id,
            marking: row.cylinder_marking ?? row.cylinder_external_id,
            name: row.cylinder_name ?? '',
            location_path: row.location_path,
            events_used: row.events_used,
          },
    key: row.key_id === null ? null : { id: row.key_id, marking: row.key_marking ?? '', name: row.key_name ?? '' },
    writing: writingOf(row),
    problem: row.problem ? renderSentence(row.problem, language) : null,
    programming_key: row.assigned_key === null ? null : { id: row.carrier_id, marking: row.assigned_key },
    wanted_key:
      row.is_to_assign && row.wanted_marking !== null ? { id: row.wanted_id, marking: row.wanted_marking } : null,
    order:
      row.ordered_by === null || row.ordered_at === null
        ? null
        : { by: row.ordered_by, reason: row.reason ?? '', at: row.ordered_at.toISOString() },
    created_at: row.created_at.toISOString(),
    done_at: row.done_at?.toISOString() ?? null,
    version: row.version ?? 0,
  };
}

function writingOf({ is_to_cancel, is_to_assign, is_gone, stage, order_state, after_stage }: WorkRow) {
  if (is_to_cancel) return 'cancelling';
  if (stage === 'to_write') {
    if (order_state !== 'refused' && after_stage !== null && after_stage !== 'done') return 'after_events';
    return order_state === 'refused' || order_state === 'to_enter' ? order_state : 'waiting';
  }
  if (is_to_assign) return 'assigning';
  if (stage === 'pending' && order_state === 'entered') return 'entered';
  return is_gone && stage === 'failed' ? 'gone' : null;
}
