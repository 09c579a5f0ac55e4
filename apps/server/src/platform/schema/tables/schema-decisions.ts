import type { Generated } from 'kysely';
import type { At, MaybeAt } from './schema-columns';

/** The subject of a decision, by its table; `cylinder_location`: the location text of a cylinder. */
export type DecisionSubject =
  | 'change_set'
  | 'rename_finding'
  | 'directory_conflict'
  | 'recorded_drift'
  | 'work_item'
  | 'cylinder_location';

export type DecisionTables = {
  /** At most one stands about a subject. Those of subjects that are deleted stay. */
  decision: {
    id: Generated<string>;
    subject_kind: DecisionSubject;
    subject_id: string;
    choice: string;
    reason: Generated<string>;
    decided_by: string;
    decided_at: At;
    /** Null: it stands. Else it was taken back, or another one followed. */
    ended_at: MaybeAt;
    ended_by: string | null;
  };
};
