import type { ChangeSetKind } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { Db, Deps, Tx } from '#platform/deps';
import { settleWork } from '../work-list/service';
import { directoryBase, keySystemBase } from './base';

type End = { connectionId: string; changeSetId: string; isPreview: boolean };

/** What is particular about one kind of change set; the connection it is over comes with its kind of task. */
export type KindOfChangeSet = {
  /** What flows where, by the name of the connection. */
  title(name: string): Sentence;
  /**
   * Fingerprint of what it is computed from. When it differs at the time of applying, what a person has seen is no
   * longer what would happen.
   */
  base(db: Db, connectionId: string): Promise<string>;
  /** What the end means to the rest: its last change is made, or there was none to make. In that transaction. */
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
