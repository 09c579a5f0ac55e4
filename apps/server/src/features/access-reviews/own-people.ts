import { type RawBuilder, sql } from 'kysely';
import { asProduct, type Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

/**
 * Selects the ids of those whom accounts of administrators stand for: people, persons of key systems who are none of ours, and the
 * keys that they have. Accounts are no people of the directory: they are taken for those with their user name, or with a mail
 * address that is their user name, that of their invitation, or the one that gets their notices.
 */
export const ownOfAccounts = (db: Reader['db'], ids: readonly string[]): RawBuilder<string> => sql<string>`(
  with address as (${addressesOf(ids)}),
  own as (select id from ${peopleOf(asProduct(db), 'person')}
    where lower(person.username) in (select folded from address) or lower(person.email) in (select folded from address))
  select id from own
  union all select id from recorded_person where own_reference is null and lower(email) in (select folded from address)
  union all select key_id from key_standing where state = 'handed_out' and person_id in (select id from own))`;

/** The same, of people alone, and without the mail address for notices, which everybody sets for themselves. */
export const certainPeopleOfAccounts = (db: Reader['db'], ids: readonly string[]): RawBuilder<string> => sql<string>`(
  with address as (${invitedAddressesOf(ids)})
  select person.id from ${peopleOf(asProduct(db), 'person')}
  where lower(person.username) in (select folded from address) or lower(person.email) in (select folded from address))`;

const invitedAddressesOf = (ids: readonly string[]) => sql`
  select username_folded as folded from admin where id = any(${[...ids]}::uuid[])
  union select lower(mail_address) from invitation where registered_as = any(${[...ids]}::uuid[]) and mail_address is not null`;

const addressesOf = (ids: readonly string[]) => sql`${invitedAddressesOf(ids)}
  union select lower(mail_address) from notification_settings where admin_id = any(${[...ids]}::uuid[]) and mail_address is not null`;
