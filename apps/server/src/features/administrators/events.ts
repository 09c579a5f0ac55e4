import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** An administrator may no longer sign in. */
export const administratorSuspended = eventKind('admin.suspended', 'admin_id', z.object({ admin_id: z.string() }));

/** A super admin has begun to see the product as a sub-admin. */
export const administratorViewed = eventKind(
  'admin.viewed',
  'admin_id',
  z.object({ admin_id: z.string(), by: z.string(), reason: z.string() }),
);
