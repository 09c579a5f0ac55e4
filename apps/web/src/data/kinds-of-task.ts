import { iam, keySystems, type OpenTo, type SyncTask, sync, type TaskKind } from '@key2xs/contract';
import { readSource } from './iam';
import { readInventory } from './key-systems';
import { startSync } from './sync';

type KindOfTask = {
  /** Whoever may call this may start one. */
  startedBy: OpenTo;
  /** @param isDryRun stops before anything is written, where it has a preview */
  start(connectionId: string, isDryRun: boolean): Promise<SyncTask>;
  hasPreview: boolean;
  /** What its connection is called, and the screen where it stands. */
  subject: 'source' | 'system';
  place: '/iam-manager' | '/key-systems';
};

/** What is particular about one kind of task. */
export const kindsOfTask: Readonly<Record<TaskKind, KindOfTask>> = {
  directory: {
    startedBy: iam.sync,
    start: (id, isDryRun) => readSource({ id, isDryRun }),
    hasPreview: true,
    subject: 'source',
    place: '/iam-manager',
  },
  key_system: {
    startedBy: sync.start,
    start: (id, isDryRun) => startSync({ target_key_system_connection_id: id, dry_run: isDryRun }),
    hasPreview: true,
    subject: 'system',
    place: '/key-systems',
  },
  inventory: {
    startedBy: keySystems.readInventory,
    start: readInventory,
    hasPreview: false,
    subject: 'system',
    place: '/key-systems',
  },
};
