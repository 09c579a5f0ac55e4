import type { enteredColumns, HandKind } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';
import type { JobWork } from '#platform/jobs/job-kind';
import { insertJob } from '#platform/jobs/job-rows';

/** Job that lists what has to be entered by hand in a key system, by the id of the connection. */
const listByHandJob = 'list-work-by-hand';

/** What an operator enters, as columns of the file that goes with many alike. */
export type Entered = Partial<Record<(typeof enteredColumns)[number], string | null>>;

/** Something that has to be entered in a key system because the connection cannot write it. */
export type WorkByHand = {
  /** Which order or record asks for it; once a source. */
  id: string;
  /** The key or cylinder; who may not see it does not see the entry. */
  subject_id: string;
  person_id: string | null;
  label: string;
  reference: string;
  what: Sentence;
  why: Sentence;
  since: Date;
  entered: Entered;
};

/** A feature whose wishes become entries. The work list asks it, and knows none. */
export type HandSource = {
  kind: HandKind;
  list: (tx: Tx, connectionId: string) => Promise<WorkByHand[]>;
  /** Which of these are in the key system now, or said to be there; the others are no longer wanted. */
  listDone: (tx: Tx, entries: readonly { id: string; entered: Entered }[]) => Promise<ReadonlySet<string>>;
};

/** Has the entries of these key systems listed anew once the caller commits. */
export async function requestWorkByHand(tx: Tx, connectionIds: Iterable<string>): Promise<void> {
  for (const key of new Set(connectionIds)) await insertJob(tx, { kind: listByHandJob, key });
}

const places = { key_holder: 'keys', key_times: 'keys', key_access: 'keys', programming_job: 'jobs' } as const;

export const listByHand = (deps: Deps, sources: readonly HandSource[]): JobWork => ({
  name: listByHandJob,
  async run({ lease }) {
    await keepWorkByHand(deps, sources, lease.job.key);
    return 'done';
  },
});

/** Lists what each source wants entered in a key system, and closes what it does not want any more. */
export const keepWorkByHand = (deps: Deps, sources: readonly HandSource[], connectionId: string): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from key_system_connection where id = ${connectionId}::uuid for no key update`.execute(tx);
    if (rows.length === 0) return;
    for (const source of sources) await keepEntries(tx, deps, { connectionId, source });
  });

type Kept = { id: string; signature: string; entered: Entered };

async function keepEntries(
  tx: Tx,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  { connectionId, source }: { connectionId: string; source: HandSource },
): Promise<void> {
  const { kind } = source;
  const wanted = await source.list(tx, connectionId);
  const place = say(`work.places.${places[kind]}`);
  const rows = wanted.map(({ id, entered, since, ...entry }, ordinal) => ({
    ...entry,
    id: newId(),
    signature: `${kind} ${id}`,
    place,
    write: { source: id, ...entered },
    since: since.toISOString(),
    ordinal,
    search_text: [entry.label, entry.reference, renderSentence(entry.what)].join(' ').toLowerCase(),
  }));
  await sql`
    insert into work_item as entry (id, connection_id, kind, signature, person_id, subject_id, label, reference, what, place, why,
      write, ordinal, search_text, created_at)
    select id, ${connectionId}::uuid, ${kind}, signature, person_id, subject_id, label, reference, what, place, why, write, ordinal,
      search_text, since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as item(id uuid, signature text, person_id uuid, subject_id uuid,
      label text, reference text, what jsonb, place jsonb, why jsonb, write jsonb, ordinal int, search_text text,
      since timestamptz)
    on conflict (connection_id, signature) where state = 'open' do update
    set person_id = excluded.person_id, label = excluded.label, reference = excluded.reference, what = excluded.what,
      why = excluded.why, write = excluded.write, ordinal = excluded.ordinal, search_text = excluded.search_text,
      created_at = excluded.created_at
    where (entry.what, entry.write, entry.ordinal) is distinct from (excluded.what, excluded.write, excluded.ordinal)`.execute(
    tx,
  );
  const signatures = rows.map(({ signature }) => signature);
  const { rows: gone } = await sql<Kept>`
    select id, signature, write - 'source' as entered from work_item
    where connection_id = ${connectionId}::uuid and kind = ${kind} and state = 'open' and signature <> all(${signatures}::text[])`.execute(
    tx,
  );
  if (gone.length === 0) return;
  const sourceIds = gone.map(({ id, signature, entered }) => ({
    entry: id,
    id: signature.slice(kind.length + 1),
    entered,
  }));
  const done = await source.listDone(tx, sourceIds);
  const isDone = sourceIds.filter(({ id }) => done.has(id)).map(({ entry }) => entry);
  await sql`
    update work_item set closed_at = ${clock()}, state = case when id = any(${isDone}::uuid[]) then 'done' else 'withdrawn' end,
      closed_by = case when id = any(${isDone}::uuid[]) then 'read' end
    where id = any(${gone.map(({ id }) => id)}::uuid[])`.execute(tx);
}
