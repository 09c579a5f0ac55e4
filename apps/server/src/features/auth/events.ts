import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** An administrator has signed in from a network or with a browser that is new for them. */
export const newDevice = eventKind(
  'session.new_device',
  'admin_id',
  z.object({
    admin_id: z.string(),
    username: z.string(),
    address: z.string(),
    user_agent: z.string().nullable(),
    at: z.string(),
  }),
);

/** A link to set a new password was requested. Null: no mail is sent. */
export const passwordForgotten = eventKind(
  'admin.password_forgotten',
  'admin_id',
  z.object({ admin_id: z.string().nullable(), at: z.string() }),
);
