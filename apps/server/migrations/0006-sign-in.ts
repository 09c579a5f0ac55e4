import { type Kysely, sql } from 'kysely';

// Frozen once merged: it never imports app code, so it means the same forever.
const before = [
  `alter table admin add column username_folded text, add column renamed_from text`,
  `drop index admin_username`,
];

const after = [
  `alter table admin alter column username_folded set not null, add check (username_folded <> '')`,
  `create unique index admin_username_folded on admin (username_folded)`,

  `drop table login_attempt`,
  `create table sign_in_budget (
    subject text primary key,
    attempts_left int not null check (attempts_left >= 0),
    ends_at timestamptz not null
  )`,
  `create index sign_in_budget_ends on sign_in_budget (ends_at)`,
  `create table known_network (
    subject text primary key,
    admin_id uuid not null references admin on delete cascade,
    used_at timestamptz not null
  )`,
  `create index known_network_admin on known_network (admin_id, used_at)`,
];

type Named = { id: string; username: string };

const fold = (username: string) =>
  username
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/g, ' ')
    .trim();

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of before) await sql.raw(statement).execute(db);
  const { rows } = await sql<Named>`
    select id, username from admin order by disabled_at is not null, created_at, id`.execute(db);
  for (const { id, username, renamed_from } of withOwnNames(rows)) {
    await sql`
      update admin set username = ${username}, username_folded = ${fold(username)}, renamed_from = ${renamed_from}
      where id = ${id}`.execute(db);
  }
  for (const statement of after) await sql.raw(statement).execute(db);
}

/** Of those whose names are one once folded, the first keeps it; the others get a number behind it. */
function withOwnNames(admins: readonly Named[]) {
  const taken = new Set<string>(['']);
  const keep = (username: string) => !taken.has(fold(username)) && taken.add(fold(username));
  const kept = new Set(admins.filter(({ username }) => keep(username)));
  return admins.map((admin) => {
    if (kept.has(admin)) return { ...admin, renamed_from: null };
    const stem = fold(admin.username) === '' ? 'admin' : [...admin.username].slice(0, 56).join('');
    let number = 2;
    while (!keep(`${stem}-${number}`)) number++;
    return { id: admin.id, username: `${stem}-${number}`, renamed_from: admin.username };
  });
}
