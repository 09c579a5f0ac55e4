import { type Kysely, sql } from 'kysely';

const statements = [
  `create table access_event_privacy (
    location_id uuid primary key references location on delete cascade,
    mode text not null check (mode in ('none', 'denied_only', 'full'))
  )`,
  `create table access_event_look (
    id uuid primary key,
    admin_id uuid references admin on delete cascade,
    admin_name text not null,
    opened_at timestamptz not null,
    ends_at timestamptz not null,
    filter jsonb not null,
    salt bytea not null,
    shows_names boolean not null,
    purpose text,
    reason text,
    second text check (second in ('asked', 'approved', 'refused')),
    decided_by_id uuid,
    decided_by text,
    decided_at timestamptz,
    decision_reason text,
    check (not shows_names or (purpose is not null and reason is not null)),
    check (second is null or shows_names)
  )`,
  'create index on access_event_look (admin_id)',
  'create index on access_event_look (ends_at)',
  `create index on access_event_look (opened_at desc) where second = 'asked'`,
];

/** Who looks at access events with which filter, whose names are shown, and how much of it a place lets one person see. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
