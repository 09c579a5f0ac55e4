import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { roles } from '../api/roles';
import { TimeZone } from '../fields/time-zone';

/** Screens that may open after signing in. */
export const startPages = [
  '/dashboards/start',
  '/people',
  '/access/who',
  '/cylinders',
  '/keys/key-plans',
  '/change-sets',
  '/work-list',
  '/drift',
] as const;

/** Null: as the device has it. */
export const Preferences = z.object({
  language: z.enum(['en', 'de']).nullable(),
  date_format: z.enum(['words', 'numbers', 'iso']).nullable().describe('3 Mar 2026, 03/03/2026 or 2026-03-03.'),
  number_format: z
    .enum(['comma', 'point', 'space'])
    .nullable()
    .describe('Between thousands: 1,234.5, 1.234,5 or 1 234,5.'),
  time_zone: TimeZone.nullable(),
  theme: z.enum(['light', 'dark']).nullable(),
  density: z.enum(['normal', 'compact']).nullable(),
  start_page: z.enum(startPages).nullable().describe('Null: the dashboard.'),
});
export type Preferences = z.infer<typeof Preferences>;

export const preferences = {
  get: endpoint({
    method: 'GET',
    path: '/profile/preferences',
    summary: 'How the caller wants screens to look',
    allow: roles,
    audit: { none: 'read-only' },
    response: Preferences,
  }),
  save: endpoint({
    method: 'PATCH',
    path: '/profile/preferences',
    summary: 'Change how screens look for the caller; what is left out stays',
    allow: roles,
    audit: 'profile.preferences_saved',
    changes: ['profile'],
    body: z.strictObject(Preferences.shape).partial(),
    response: Preferences,
  }),
};
