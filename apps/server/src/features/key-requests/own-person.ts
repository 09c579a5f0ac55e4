import { type RawBuilder, sql } from 'kysely';

/**
 * Whether one of these administrators is known by the mail address of `person`: in their settings, their invitation, or as their
 * username. Accounts and people are not connected otherwise.
 */
export const isPersonOf = (adminIds: readonly string[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from admin left join notification_settings as settings on settings.admin_id = admin.id
  left join invitation on invitation.registered_as = admin.id
  where admin.id = any(${[...adminIds]}::uuid[]) and lower(btrim(person.email)) in (
    lower(btrim(settings.mail_address)), lower(btrim(invitation.mail_address)), lower(admin.username)))`;
