import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { roles } from '../api/roles';
import { streamQuery } from '../api/streams';

export const TaskProgress = z.object({
  task_id: z.uuid(),
  done: z.int().describe('Of `total`, in the present phase.'),
  total: z.int().describe('0 while unknown.'),
});
export type TaskProgress = z.infer<typeof TaskProgress>;

/**
 * Besides tasks, what is followed: administrators, key plans with their drafts, key systems with their connection tests,
 * programming jobs, keys: where they are, what they hold, and their cases, and requests for keys.
 */
export const liveResources = [
  'administrators',
  'key-plans',
  'key-requests',
  'key-systems',
  'keys',
  'programming-jobs',
] as const;
export type LiveResource = (typeof liveResources)[number];

export const liveUpdates = {
  stream: endpoint({
    method: 'GET',
    path: '/live-updates',
    summary: 'What changes, of all that the caller may see, until the session ends or its rights change',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject(streamQuery),
    produces: {
      events: {
        connected: z
          .object({
            resumed: z.boolean().describe('All since Last-Event-ID follows; if false, read again what is shown.'),
          })
          .describe('Comes first. What changes from here on is sent.'),
        tasks_changed: z
          .object({ task_ids: z.array(z.uuid()).describe('Empty: only what the caller has seen of them.') })
          .describe('Read these tasks and the list of tasks again.'),
        records_changed: z.object({ resources: z.array(z.enum(liveResources)) }).describe('Read these lists again.'),
        task_progress: TaskProgress.describe('Nothing else about this task has changed.'),
      },
    },
    response: z.unknown(),
    errors: ['too_many_streams', 'overloaded'],
  }),
};
