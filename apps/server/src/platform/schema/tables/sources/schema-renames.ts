import type { RenameDecision } from '@key2xs/contract';
import type { Rename, RenamedField } from '@key2xs/domain';
import type { Generated } from 'kysely';
import type { Json, StampedAt } from '../schema-columns';

export type RenameTables = {
  /** What a change set of an identity source seems to rename. */
  rename_finding: {
    id: string;
    change_set_id: string;
    /** Order among those of the change set, from 1. */
    number: number;
    field: RenamedField;
    content: Json<Rename>;
    /** Of the move alone, by the plans in force. Rows of former versions have no `scopes`. */
    effect: Json<{
      people_losing: number;
      people_gaining: number;
      doors_lost: number;
      doors_gained: number;
      scopes?: number;
    }>;
    /** Nothing is applied before it is decided. */
    stops: boolean;
    decision: RenameDecision | null;
    version: Generated<number>;
  };
  /** A value of a source that is read as another one. */
  value_alias: {
    id: string;
    connection_id: string;
    field: RenamedField;
    source_value: string;
    /** For look-ups; see `foldText`. */
    source_key: string;
    read_as: string;
    created_by: string;
    created_at: StampedAt;
  };
};
