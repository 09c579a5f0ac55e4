import type { KeyReminderPolicy, ReminderAudience } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';
import { isInForce } from '#platform/sign-in/rights';
import { asProduct, type Reader } from '#platform/visible-to';
import { standingsOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';

/** A key that an address can be reminded of. */
export type Addressed = {
  mail_address: string;
  language: 'en' | 'de';
  audience: ReminderAudience;
  key_id: string;
  marking: string;
  person_id: string;
  /** When it stops working, or is to be returned. */
  ends_at: Date;
  /** So many days before; null where a person asks. */
  stage: number | null;
  /** Of a key to be returned. */
  case_id: string | null;
};

type Wanted = {
  policy: KeyReminderPolicy;
  audience: ReminderAudience;
  /** Of `standing`. */
  areTheKeys: RawBuilder<boolean>;
  /** The stage that a key has come to, of `standing`; no stage, no reminder. */
  stage?: RawBuilder<number | null>;
};

/** Keys that are with people of ours and stop working some time, for each address of an audience. */
export async function findAddressed(reader: Reader, { policy, audience, areTheKeys, stage }: Wanted) {
  const asked = stage === undefined;
  const { rows } = await sql<Addressed>`
    with reached as materialized (
      select standing.key_id, standing.marking, standing.connection_id, standing.person_id, standing.ends_at,
        ${stage ?? sql`null::int`} as stage
      from ${standingsOf(reader)}
      where standing.deleted_at is null and standing.state = 'handed_out' and standing.person_id is not null
        and standing.has_clock and standing.ends_at is not null and ${areTheKeys})
    select addressed.mail_address, addressed.language, ${audience} as audience, reached.key_id, reached.marking,
      reached.person_id, reached.ends_at, reached.stage, null as case_id
    from reached join ${peopleOf(asProduct(reader.db), 'custodian')} on custodian.id = reached.person_id
    cross join lateral (${addressOf(policy, audience, { reader, isActive: sql`custodian.active` })}) as addressed
    where ${asked} or (reached.stage is not null and not exists (
      select from key_reminder_key as line
      where line.case_id is null and line.key_id = reached.key_id and line.audience = ${audience} and line.person_id = reached.person_id
        and line.ends_at = reached.ends_at and line.stage <= reached.stage and not line.is_needless))
    order by reached.ends_at, reached.marking`.execute(reader.db);
  return rows;
}

type WantedReturns = {
  policy: KeyReminderPolicy;
  audience: ReminderAudience;
  now: Date;
  /** So many days after the due date of a case, negative before it; or the keys that a person asks for, whatever the day. */
  when: { days: readonly number[] } | { keys: readonly string[] };
};

/**
 * Keys of open cases that their holders are to return, for each address of an audience. Holders who have left are mailed at the address that
 * their source told last.
 */
export async function findReturns(reader: Reader, { policy, audience, now, when }: WantedReturns) {
  const asked = 'keys' in when;
  const dayReached = asked
    ? sql<number | null>`null::int`
    : sql<number | null>`(select min(-day) from unnest(${when.days}::int[]) as day
        where key_case.due_at + make_interval(days => day) <= ${now}::timestamptz)`;
  const { rows } = await sql<Addressed>`
    with reached as materialized (
      select standing.key_id, standing.marking, standing.person_id, key_case.id as case_id,
        coalesce(key_case.due_at, ${now}::timestamptz) as ends_at, ${dayReached} as stage
      from key_case join ${standingsOf(reader)} on standing.key_id = key_case.key_id
      where key_case.kind = 'return' and key_case.closed_at is null and standing.deleted_at is null
        and standing.state = 'handed_out' and standing.person_id = key_case.person_id
        and ${asked ? sql<boolean>`key_case.key_id = any(${when.keys}::uuid[])` : sql<boolean>`key_case.due_at is not null`})
    select addressed.mail_address, addressed.language, ${audience} as audience, reached.key_id, reached.marking,
      reached.person_id, reached.ends_at, reached.stage, reached.case_id
    from reached join ${peopleOf(asProduct(reader.db), 'custodian')} on custodian.id = reached.person_id
    cross join lateral (${addressOf(policy, audience, { reader, isActive: sql`true` })}) as addressed
    where ${asked} or (reached.stage is not null and not exists (
      select from key_reminder_key as line
      where line.case_id = reached.case_id and line.audience = ${audience} and line.ends_at = reached.ends_at
        and line.stage <= reached.stage and not line.is_needless))
    order by reached.ends_at, reached.marking`.execute(reader.db);
  return rows;
}

type Asking = { reader: Reader; isActive: RawBuilder<unknown> };

/** Selects `mail_address` and `language`, for one row of `custodian`. */
function addressOf(
  { language, security }: KeyReminderPolicy,
  audience: ReminderAudience,
  { reader: { db }, isActive }: Asking,
) {
  const people = asProduct(db);
  if (audience === 'holder')
    return sql`
      select custodian.email as mail_address, ${language} as language where ${isActive} and custodian.email <> ''`;
  if (audience === 'manager')
    return sql`
      select manager.email as mail_address, ${language} as language from ${peopleOf(people, 'manager')}
      where manager.connection_id = custodian.connection_id and manager.external_id = custodian.manager_ref
        and manager.superseded_at is null and manager.active and manager.email <> ''`;
  if (security.mail_address !== null)
    return sql`select ${security.mail_address} as mail_address, ${language} as language`;
  return sql`
    select chosen.mail_address, chosen.language from admin join notification_settings as chosen on chosen.admin_id = admin.id
    where admin.role = 'superadmin' and ${isInForce('admin')} and chosen.mail_address is not null
      and 'keys_ending' = any(chosen.notices)`;
}

/** By address, whatever its case. */
export function groupByAddress(addressed: readonly Addressed[]): Addressed[][] {
  const groups = new Map<string, Addressed[]>();
  for (const one of addressed) {
    const name = one.mail_address.trim().toLowerCase();
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()];
}
