import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { SyncTask } from '../../runs/sync';

/**
 * A key system holds one profile for each rule, so that an access profile is right there once its rules are. Both start the
 * sync of that key system, with its change set and its guards.
 */
const starting = {
  method: 'POST',
  ...openTo('run_syncs'),
  audit: 'sync.started',
  changes: ['tasks'],
  status: 202,
  body: z.strictObject({}).default({}),
  response: SyncTask,
  errors: ['not_found', 'conflict', 'sync_in_progress', 'installation_paused'],
} as const;

export const profileSync = {
  ofProfile: endpoint({
    ...starting,
    path: '/key-plan/access-profiles/:profile_id/sync-with-key-system/:key_system_connection_id',
    summary: 'Sync a key system to which the key plan of this access profile is linked',
    params: z.object({ profile_id: z.uuid(), key_system_connection_id: z.uuid() }),
  }),
  ofKeyPlan: endpoint({
    ...starting,
    path: '/key-plan/keyplans/:keyplan_id/sync-access-profiles-to-key-system/:key_system_connection_id',
    summary: 'Sync a key system to which this key plan is linked',
    params: z.object({ keyplan_id: z.uuid(), key_system_connection_id: z.uuid() }),
  }),
};
