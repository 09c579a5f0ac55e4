import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { pagingFields } from '../../api/paging';
import { openTo } from '../../api/roles';
import { Instant } from '../../fields/common';

const OpenerKey = z.object({
  key_id: z.uuid(),
  marking: z.string(),
  updated_at: Instant.nullable().describe('When its rights were last written into it, as far as that is known.'),
  opened_at: Instant.nullable().describe(
    'When it last opened the door, within 90 days. Of one door alone; null where no event says so.',
  ),
});

/** A person or key that may open the doors although no plan grants it. */
export const Opener = z.object({
  key_system_connection_id: z.uuid(),
  key_system_name: z.string(),
  identity: z.string().nullable().describe("The key system's own id of the person; null for a key without a holder."),
  name: z.string().nullable().describe('As the key system has it.'),
  person_id: z.uuid().nullable().describe('Of a person of an identity source.'),
  profiles: z
    .array(z.object({ name: z.string(), is_ours: z.boolean() }))
    .describe(
      'Profiles of the key system that name any of the doors and have this member. Those not ours are never changed.',
    ),
  keys: z.array(OpenerKey).describe('Keys that the person holds, by marking.'),
});
export type Opener = z.infer<typeof Opener>;

export const Openers = z.object({
  layer: z.literal('recorded').describe('What key systems have recorded and events show; not what plans say.'),
  total: z.int(),
  items: z.array(Opener).describe('By name; keys without a holder come last.'),
});
export type Openers = z.infer<typeof Openers>;

/** A foreign profile in the key system with the person as a member. */
const ForeignProfile = z.object({
  profile_id: z.uuid(),
  key_system_connection_id: z.uuid(),
  key_system_name: z.string(),
  name: z.string(),
  doors: z.int(),
  beyond: z.int().describe('How many of its doors no plan lets the person open.'),
});

export const ForeignProfiles = z.object({
  layer: z.literal('recorded').describe('What key systems have recorded; not what plans say.'),
  items: z.array(ForeignProfile).describe('By key system and name. They are never changed.'),
});
export type ForeignProfiles = z.infer<typeof ForeignProfiles>;

export const foreignProfiles = endpoint({
  method: 'GET',
  path: '/access/persons/:person_id/foreign-profiles',
  summary: 'Profiles that others made in key systems and that have a person as a member, with how many doors they open',
  ...openTo('view_people'),
  audit: { none: 'read-only' },
  params: z.object({ person_id: z.uuid() }),
  response: ForeignProfiles,
  errors: ['not_found'],
});

export const canOpen = endpoint({
  method: 'GET',
  path: '/access/can-open',
  summary:
    'Who can open doors although no plan says so: members of profiles in key systems, and keys that have opened them',
  ...openTo('view_people'),
  audit: { none: 'read-only' },
  query: z.strictObject({
    of: z.enum(['cylinder', 'group', 'location']),
    id: z.uuid(),
    limit: pagingFields.limit,
  }),
  response: Openers,
  errors: ['not_found'],
});
