import type { At, MaybeAt } from './schema-columns';

export type BackupTables = {
  /** At most one row. */
  restored_backup: { taken_at: At; restored_at: At /** Null: the installation is paused. */; resumed_at: MaybeAt };
};
