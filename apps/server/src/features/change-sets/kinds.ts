import type { ChangeSetKind } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { settleWork } from '../work-list/service';
import { directoryBase, keySystemBase } from './base';

type End = { connectionId: string; changeSetId: string; isPreview: boolean };

/** The specifics of one kind of change set; its kind of task determines the connection. */
export type KindOfChangeSet = {
  /** Title that names the connection. */
  title(name: string): Sentence;
  /**
   * Fingerprint of the data it is computed from. If it differs when applying, the result would not be what the person
   * saw.
   */
  base(db: Db, connectionId: string): Promise<string>;
  /** Runs after the last change, or when there is none, in the same transaction. */
  finish(tx: Tx, deps: Deps, end: End): Promise<void>;
};

export const kindsOfChangeSet: Readonly<Record<ChangeSetKind, KindOfChangeSet>> = {
  directory: {
    title: (name) => say('changeSet.directory', { name }),
    base: directoryBase,
    finish: (tx, _, { connectionId, changeSetId }) => markImported(tx, connectionId, changeSetId),
  },
  key_system: {
    title: (name) => say('changeSet.keySystem', { name }),
    base: keySystemBase,
    async finish(tx, deps, { connectionId, changeSetId, isPreview }) {
      if (isPreview) return;
      await settleWork(tx, deps, { connectionId, changeSetId });
      await allowTimedWrites(tx, connectionId, changeSetId);
    },
  },
};

/** A full import without changes counts. A run over one person or over known dates does not. */
async function markImported(tx: Tx, connectionId: string, changeSetId: string): Promise<void> {
  await sql`
    update iam_connection set last_read_at = now(), first_imported_at = coalesce(first_imported_at, (
      select now() from change_set left join sync_task on sync_task.id = change_set.task_id
      where change_set.id = ${changeSetId} and coalesce(sync_task.run_kind, '') not in ('single', 'dates')))
    where id = ${connectionId}`.execute(tx);
}

/** Until then only a person can have started a sync. One that writes nothing does not count: no person has seen what is written. */
async function allowTimedWrites(tx: Tx, connectionId: string, changeSetId: string): Promise<void> {
  await sql`
    update key_system_connection set timed_writes = true
    where id = ${connectionId} and not timed_writes
      and exists (select from change_set_item where change_set_id = ${changeSetId}
        and kind not in ('person_adopt', 'profile_adopt'))`.execute(tx);
}
