import type { ChangeSetKind } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
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
    async finish(tx, _, { connectionId }) {
      const set = tx.updateTable('iam_connection').set((q) => ({ last_read_at: q.fn<Date>('now') }));
      await set.where('id', '=', connectionId).execute();
    },
  },
  key_system: {
    title: (name) => say('changeSet.keySystem', { name }),
    base: keySystemBase,
    async finish(tx, deps, { connectionId, changeSetId, isPreview }) {
      if (!isPreview) await settleWork(tx, deps, { connectionId, changeSetId });
    },
  },
};
