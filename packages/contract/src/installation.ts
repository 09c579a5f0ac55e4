import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { Instant, Reason } from './fields/common';
import { KeySystemStanding } from './standing';

/** The backup that a paused installation was restored from. */
export const RestoredBackup = z.object({
  taken_at: Instant.describe('The moment whose data the installation has.'),
  restored_at: Instant,
});
export type RestoredBackup = z.infer<typeof RestoredBackup>;

export const RestoreDifferences = z.object({
  backup: RestoredBackup.nullable().describe('Null: the installation is not paused.'),
  key_systems: z.array(
    KeySystemStanding.extend({
      is_read: z
        .boolean()
        .describe('A preview or sync read its records after the backup was restored, so that the figures are true.'),
      orders_waiting: z
        .int()
        .describe(
          'Holders of keys, times, rights of single keys and programming jobs that are written once it is resumed.',
        ),
    }),
  ),
  sources: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      is_active: z.boolean(),
      previewed: z
        .object({ change_set_id: z.uuid(), joined: z.int(), left: z.int(), moved: z.int(), at: Instant })
        .nullable()
        .describe('The last preview of an import since the backup was restored.'),
    }),
  ),
});
export type RestoreDifferences = z.infer<typeof RestoreDifferences>;

export const installation = {
  differences: endpoint({
    method: 'GET',
    path: '/installation/restored-backup',
    summary: 'How a restored installation differs from the systems that it writes to and reads from',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: RestoreDifferences,
  }),
  resume: endpoint({
    method: 'POST',
    path: '/installation/resume',
    summary:
      'Let a restored installation write, read and send again; refused while an active key system was neither compared by a preview nor named',
    allow: ['superadmin'],
    audit: 'installation.resumed',
    changes: ['session', 'installation'],
    body: z.strictObject({
      reason: Reason,
      unread: z
        .array(z.uuid())
        .max(1_000)
        .default([])
        .describe('Key systems that cannot be compared, e.g. because they are gone.'),
    }),
    response: z.object({ resumed_at: Instant }),
    stepUp: true,
    errors: ['conflict'],
  }),
};
