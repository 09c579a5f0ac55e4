import { type Endpoint, iam, keySystems, type SyncTask, sync, type TaskKind } from '@key2xs/contract';
import { readInventory } from '../key-systems/key-systems';
import { readSource } from '../sources/iam';
import { startSync } from './sync';

type KindOfTask = {
  /** The endpoints that start a task of this kind. */
  startedBy: readonly Endpoint[];
  /** Over the same subject; null where that is not possible. @param isDryRun stops before anything is written; ignored by kinds without a preview */
  start: ((connectionId: string, isDryRun: boolean) => Promise<SyncTask>) | null;
  hasPreview: boolean;
  /** Selects the name of its connection and the screen that shows it. */
  subject: 'source' | 'system' | 'generator';
  place: '/iam-manager' | '/key-systems' | '/keyplan-ai/create';
};

/** What differs between the kinds of tasks. */
export const kindsOfTask: Readonly<Record<TaskKind, KindOfTask>> = {
  directory: {
    startedBy: [iam.sync],
    start: (id, isDryRun) => readSource({ id, isDryRun }),
    hasPreview: true,
    subject: 'source',
    place: '/iam-manager',
  },
  key_system: {
    startedBy: [sync.start],
    start: (id, isDryRun) => startSync({ target_key_system_connection_id: id, dry_run: isDryRun }),
    hasPreview: true,
    subject: 'system',
    place: '/key-systems',
  },
  inventory: {
    startedBy: [keySystems.readInventory],
    start: readInventory,
    hasPreview: false,
    subject: 'system',
    place: '/key-systems',
  },
  generator: {
    startedBy: [], // cannot be started again from here

    start: null,
    hasPreview: false,
    subject: 'generator',
    place: '/keyplan-ai/create',
  },
};
