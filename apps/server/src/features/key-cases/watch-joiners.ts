import { type AccessIndex, cylindersOf } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db, Deps, Tx } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { type ChangeKind, listChanges, loadPeople } from '../access/service';
import { peopleOf } from '../people/relation';
import { indexOf } from './index-of';
import { asIds, endNotEntitled, followFirstDays, openJoinerCases } from './joiner-cases';
import { knownUntil } from './known-until';

type Needed = Pick<Deps, 'db' | 'access' | 'clock' | 'newId' | 'signEvent'>;

/** A person in the directory for so long is no joiner when a plan changes. */
const newDays = 30;
/** More than that at once, and more than there were before: the directory has been extended, and no one has joined. */
const crowd = 50;
const pagePeople = 1_000;

/**
 * Finds people to whom the plans in force have come to give doors, or give none any more, since this was last done, and opens and ends
 * the cases of joiners. A run of a directory is looked at when it has ended. Two processes may do it: what is known is written once.
 * @returns how many cases it has opened
 */
export async function watchJoiners(deps: Needed, stopping: AbortSignal): Promise<number> {
  const { db } = deps;
  const watch = await readWatch(db);
  if (watch.is_importing) return 0;
  const isKnown = watch.snapshot !== null && !watch.is_forgotten;
  const changes = isKnown && watch.snapshot !== null ? await listChanges(db, watch.snapshot) : undefined;
  const people = changes && !changes.isEverything ? whoChanged(changes.ids) : 'everybody';
  if (people === 'everybody' || people.length > 0) {
    if (!(await look(deps, { people, watch, stopping }))) return 0;
    await startSources(db, watch.until);
  }
  if (!changes || changes.ids.size > 0 || watch.is_old)
    await saveWatch(db, { snapshot: changes?.snapshot ?? watch.present, until: watch.until });
  if (watch.has_cases) {
    await endGone(deps);
    await followFirstDays(db, deps);
  }
  return openJoinerCases(db, deps, stopping);
}

type Watch = {
  snapshot: string | null;
  watched_at: Date | null;
  is_old: boolean;
  /** Changes of then are kept no longer. */
  is_forgotten: boolean;
  until: Date;
  present: string;
  is_importing: boolean;
  has_cases: boolean;
};

async function readWatch(db: Db): Promise<Watch> {
  const { rows } = await sql<Watch>`
    select watch.snapshot, watch.watched_at, coalesce(watch.looked_at < now() - interval '1 hour', true) as is_old,
      coalesce(watch.looked_at < now() - interval '12 hours', true) as is_forgotten, ${knownUntil} as until,
      pg_current_snapshot()::text as present,
      exists (select from sync_task where kind = 'directory' and status in ('PENDING', 'RUNNING')) as is_importing,
      exists (select from key_case where kind = 'joiner' and closed_at is null) as has_cases
    from (values (true)) as one left join key_joiner_watch as watch on true`.execute(db);
  const [watch] = rows;
  if (!watch) throw new Error('a row of values without a row');
  return watch;
}

async function saveWatch(db: Db, { snapshot, until }: { snapshot: string; until: Date }): Promise<void> {
  await sql`insert into key_joiner_watch (snapshot, watched_at, looked_at) values (${snapshot}, ${until}, now())
    on conflict (only_row) do update set snapshot = excluded.snapshot, watched_at = excluded.watched_at,
      looked_at = excluded.looked_at`.execute(db);
}

const ofEverybody: readonly ChangeKind[] = ['plan', 'rule', 'profile', 'location', 'cylinder'];

function whoChanged(ids: ReadonlyMap<ChangeKind, ReadonlySet<string>>): readonly string[] | 'everybody' {
  return ofEverybody.some((kind) => ids.has(kind)) ? 'everybody' : [...(ids.get('person') ?? [])];
}

type Looking = { people: readonly string[] | 'everybody'; watch: Watch; stopping: AbortSignal };

/** @returns whether it came to its end */
async function look(deps: Needed, { people, watch, stopping }: Looking): Promise<boolean> {
  const { db } = deps;
  const entitled = new Set([...(await listEntitledNow(deps, people)), ...(await listEntitledLater(db, people))]);
  const known = await listKnown(db, people);
  const began = [...entitled].filter((id) => !known.has(id));
  const ended = [...known].filter((id) => !entitled.has(id));
  const crowded = await listCrowded(db, began, watch.until);
  for (const page of pagesOf(ended)) {
    if (stopping.aborted) return false;
    await db.transaction().execute(async (tx) => {
      await sql`delete from key_entitlement where person_id = any(${asIds(page)})`.execute(tx);
      await endNotEntitled(tx, deps, page);
    });
  }
  for (const page of pagesOf(began)) {
    if (stopping.aborted) return false;
    await db.transaction().execute((tx) => begin(tx, { page, watch, crowded, now: deps.clock() }));
  }
  return true;
}

function* pagesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let at = 0; at < ids.length; at += pagePeople) yield ids.slice(at, at + pagePeople);
}

async function listEntitledNow({ access }: Needed, people: Looking['people']): Promise<string[]> {
  const { index } = await access.whole();
  return withDoors(index, people === 'everybody' ? index.people.numberOf.keys() : people);
}

/** People whose first day has not come: as if it had. */
async function listEntitledLater(db: Db, people: Looking['people']): Promise<string[]> {
  const product = asProduct(db);
  const coming = await db
    .selectFrom(peopleOf(product))
    .select('person.id')
    .where('state', '=', 'coming')
    .where('superseded_at', 'is', null)
    .where(people === 'everybody' ? sql<boolean>`true` : sql<boolean>`person.id = any(${asIds(people)})`)
    .execute();
  if (coming.length === 0) return [];
  const ids = coming.map(({ id }) => id);
  const facts = await loadPeople(product, ids);
  return withDoors(
    await indexOf(
      product,
      facts.map((one) => ({ ...one, active: true })),
    ),
    ids,
  );
}

/** At once, because the index is patched in place; people in the same row have the same doors. */
function withDoors(index: AccessIndex, people: Iterable<string>): string[] {
  const { numberOf, rowOf } = index.people;
  const byRow = new Map<number | undefined, boolean>();
  const hasDoors = (number: number): boolean => {
    const row = rowOf[number];
    const known = byRow.get(row) ?? cylindersOf(index, number).some((word) => word !== 0);
    byRow.set(row, known);
    return known;
  };
  const found: string[] = [];
  for (const id of people) {
    const number = numberOf.get(id);
    if (number !== undefined && hasDoors(number)) found.push(id);
  }
  return found;
}

async function listKnown(db: Db, people: Looking['people']): Promise<ReadonlySet<string>> {
  const known = new Set<string>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const page = await db
      .selectFrom('key_entitlement')
      .select('person_id')
      .where('person_id', '>', after)
      .where(people === 'everybody' ? sql<boolean>`true` : sql<boolean>`person_id = any(${asIds(people)})`)
      .orderBy('person_id')
      .limit(5 * pagePeople)
      .execute();
    for (const { person_id } of page) known.add(person_id);
    const last = page.at(-1);
    if (!last || page.length < 5 * pagePeople) return known;
    after = last.person_id;
  }
}

/** Sources that have been extended. From now on, people join them again. */
async function listCrowded(db: Db, began: readonly string[], until: Date): Promise<string[]> {
  if (began.length <= crowd) return [];
  const { rows } = await sql<{ connection_id: string }>`
    update key_move_watch as watch set joins_since = ${until}
    from (select person.connection_id, count(*) as people from ${peopleOf(asProduct(db))}
      where person.id = any(${asIds(began)}) group by 1) as coming
    where watch.connection_id = coming.connection_id and watch.joins_since is not null and coming.people > ${crowd}
      and coming.people > (select count(*) from key_entitlement as known join ${peopleOf(asProduct(db), 'one')}
        on one.id = known.person_id where one.connection_id = coming.connection_id)
    returning watch.connection_id`.execute(db);
  return rows.map(({ connection_id }) => connection_id);
}

type Beginning = { page: readonly string[]; watch: Watch; crowded: readonly string[]; now: Date };

/**
 * Joiners are those of whom the directory has told something new since the last look, those it has told of for the first time lately,
 * and those who have been joiners before. To others, a plan has been changed: they were there before.
 */
async function begin(tx: Tx, { page, watch, crowded, now }: Beginning): Promise<void> {
  await sql`
    insert into key_entitlement (person_id, since, awaits_key)
    select person.id, ${now}, source.joins_since is not null and not person.connection_id = any(${asIds(crowded)}) and (
      person.created_at >= greatest(source.joins_since, now() - make_interval(days => ${newDays}))
      or exists (select from access_past as past
        where past.kind = 'person' and past.record_id = person.id and past.until > coalesce(${watch.watched_at}::timestamptz, 'infinity')
          and (past.content ->> 'active', past.content ->> 'department', past.content ->> 'job_title', past.content -> 'group_ids')
            is distinct from (person.active::text, person.department, person.job_title, to_jsonb(person.group_ids)))
      or exists (select from key_case as former where former.person_id = person.id and former.kind = 'joiner'
        and former.outcome in ('not_entitled', 'no_key_needed')))
    from ${peopleOf(asProduct(tx))} left join key_move_watch as source on source.connection_id = person.connection_id
    where person.id = any(${asIds(page)}) order by person.id
    on conflict do nothing`.execute(tx);
}

/** People can join a source that was read as a whole once a plan gives some of its people doors: those were there before. */
async function startSources(db: Db, until: Date): Promise<void> {
  await sql`
    update key_move_watch as watch set joins_since = ${until}
    where joins_since is null and exists (
      select from key_entitlement as known join ${peopleOf(asProduct(db))} on person.id = known.person_id
      where person.connection_id = watch.connection_id)`.execute(db);
}

/** Of people whose first day had not come and does not come any more no change concerns access. */
async function endGone(deps: Needed): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ person_id: string }>`
      delete from key_entitlement as known using key_case as open, ${peopleOf(asProduct(tx), 'joiner')}
      where open.kind = 'joiner' and open.closed_at is null and open.person_id = known.person_id
        and joiner.id = known.person_id and joiner.state not in ('active', 'coming')
      returning known.person_id`.execute(tx);
    if (rows.length > 0)
      await endNotEntitled(
        tx,
        deps,
        rows.map(({ person_id }) => person_id),
      );
  });
}
