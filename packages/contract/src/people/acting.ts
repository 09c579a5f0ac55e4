import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { roles } from '../api/roles';
import { Instant } from '../fields/common';
import { Session } from './sign-in/auth';

/** Sessions that act for another administrator. They end by signing out; the own session stays. */
export const acting = {
  deputyships: endpoint({
    method: 'GET',
    path: '/auth/deputyships',
    summary: 'For whom the caller may act now',
    allow: roles,
    audit: { none: 'read-only' },
    response: z.object({
      items: z.array(z.object({ id: z.uuid(), username: z.string(), name: z.string().nullable(), until: Instant })),
    }),
  }),
  actFor: endpoint({
    method: 'POST',
    path: '/auth/act-for',
    summary: 'Open a second session as the deputy of an administrator; it ends with the dates of the deputy',
    allow: roles,
    audit: 'admin.acted_for',
    changes: { none: 'own-session' },
    stepUp: true,
    isSecret: true,
    status: 201,
    body: z.strictObject({ admin_id: z.uuid() }),
    response: Session,
    errors: ['conflict'],
  }),
};
