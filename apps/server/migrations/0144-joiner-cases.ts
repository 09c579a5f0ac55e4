import { type Kysely, sql } from 'kysely';

const statements = [
  `alter table key_case
    drop constraint key_case_kind_check, drop constraint key_case_outcome_check, alter column key_id drop not null`,
  // A joiner has no key, and is one of our people; every other case is of a key.
  `alter table key_case
    add constraint key_case_kind_check check (kind in ('lost', 'forgotten', 'broken', 'return', 'mover', 'joiner')),
    add constraint key_case_outcome_check check (outcome in
      ('found', 'returned', 'repaired', 'replaced', 'written_off', 'kept', 'settled', 'holder_left',
        'handed_out', 'not_entitled', 'no_key_needed')),
    add column entitled_since timestamptz,
    add constraint key_case_joiner_check check (
      (kind = 'joiner') = (key_id is null)
      and (kind = 'joiner') = (entitled_since is not null)
      and (kind <> 'joiner' or person_id is not null))`,
  // Two processes that find the same joiner open one case.
  `create unique index key_case_joiner_open on key_case (person_id) where kind = 'joiner' and closed_at is null`,
  // To whom the plans in force give a door, as last looked at.
  `create table key_entitlement (
    person_id uuid primary key references person on delete cascade,
    since timestamptz not null,
    awaits_key boolean not null
  )`,
  `create index on key_entitlement (person_id) where awaits_key`,
  // Up to when that is known. Without a row, nobody has been looked at.
  `create table key_joiner_watch (
    only_row boolean primary key default true check (only_row),
    snapshot text not null,
    watched_at timestamptz not null,
    looked_at timestamptz not null
  )`,
  // From when on people of a source can be joiners; null: those to whom a plan gives doors were there before.
  `alter table key_move_watch add column joins_since timestamptz`,
  `create index on key_custody (reserved_for) where reserved_for is not null`,
];

/** Cases of people to whom a plan in force has come to give doors and who have no key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
