import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/deps';
import { type Patterns, patternsOf, type Traces } from './traces';

/** Columns of texts by table; partitions and what is derived are left out. */
type TextColumn = { table: string; column: string; type: 'text' | 'json' | 'jsonb' | 'text[]'; is_mirror: boolean };

/** Tables that no pseudonym is written into by the search for names, and why. */
const unsearched: Readonly<Record<string, string>> = {
  audit_event: 'its chain covers every column but the details, which are erased as a whole',
  audit_head: 'hashes',
  audit_tree_head: 'hashes',
  audit_tree_tile: 'hashes',
  person: 'the row of the person is written by itself, and the other rows are other people',
  source_person: 'other people, as their source has them',
  access_event: 'identities of key systems, without names',
  kysely_migration: 'no data',
  kysely_migration_lock: 'no data',
};

/** What differs by table: who it is stands in columns of their own. `person.display_name` is the pseudonym already. */
const statementsFor = (traces: Traces): RawBuilder<unknown>[] => {
  const { id, connection_id, external_id, email } = traces;
  const person = sql`${id}::uuid`;
  const ofSource = sql`connection_id = ${connection_id}::uuid`;
  const pseudonym = sql`(select display_name from person where id = ${person})`;
  const tellsNoName = (column: string) => sql`(select jsonb_object_agg(key, value)
    from jsonb_each(case when jsonb_typeof(${sql.ref(column)}) = 'object' then ${sql.ref(column)} end)
    where key in ('department', 'job_title'))`;
  return [
    sql`delete from source_member where ${ofSource} and person_id = ${external_id}`,
    sql`delete from source_unsettled where ${ofSource} and external_id = ${external_id}`,
    sql`delete from source_person where ${ofSource} and external_id = ${external_id}`,
    sql`delete from parked_person where ${ofSource} and external_id = ${external_id}`,
    sql`update source_told set people = array_remove(people, ${external_id}),
      member_people = array_remove(member_people, ${external_id}) where ${ofSource}`,
    sql`delete from directory_conflict where strpos(people::text, ${id}) > 0`,
    sql`update sync_task set run_person = ${pseudonym} where subject_id = ${connection_id}::uuid and run_person = ${external_id}`,
    sql`delete from staff_list where ${ofSource} and id not in (
      select id from staff_list where ${ofSource} and rows > 0 order by uploaded_at desc, id desc limit 1)`,
    sql`update iam_connection set directory_version = directory_version + 1 where id = ${connection_id}::uuid`,
    sql`update recorded_person set first_name = '', surname = ${pseudonym}, email = null, employee_id = null, row_hash = ''
      where own_reference = ${person}`,
    sql`update adopted_record set texts = '{}' where kind = 'person' and own_reference = ${person}`,
    sql`update change_set_person set label = ${pseudonym}, reference = ${pseudonym} where person_id = ${person}`,
    sql`update change_set_item set label = ${pseudonym}, reference = ${pseudonym}, detail = null, source_hash = null, write = null,
      before = ${tellsNoName('before')}, after = ${tellsNoName('after')} where person_id = ${person}`,
    sql`update work_item set label = ${pseudonym}, reference = ${pseudonym}, search_text = lower(${pseudonym}), write = '{}',
      before = ${tellsNoName('before')}, after = ${tellsNoName('after')} where person_id = ${person}`,
    sql`update key_request_entry set actor_name = ${pseudonym} from key_request
      where key_request.id = request_id and key_request.person_id = ${person} and key_request.is_by_link
        and lower(actor_name) = lower(key_request.asked_by)`,
    sql`update key_request set asked_by = case when is_by_link then ${pseudonym} else asked_by end, place_words = null
      where person_id = ${person}`,
    sql`update key_request_step set decided_by = ${pseudonym} where decided_by_id = ${person}`,
    sql`delete from key_request_file where request_id in (select id from key_request where person_id = ${person})`,
    sql`delete from key_request_link where person_id = ${person}`,
    sql`delete from key_request_link_mail where mail_address = lower(${email}::text)
      or request_id in (select id from key_request where person_id = ${person})`,
    eraseKept(traces),
    sql`delete from key_entitlement where person_id = ${person}`,
    sql`update access_review_item set decided_by = ${pseudonym} where decided_by_id = ${person}`,
    sql`update access_review_item set deputy_for = ${pseudonym} where deputy_for_id = ${person}`,
    sql`update possession_check_person set mail_address = null, token_hash = null, former_token_hash = null,
      is_to_mail = false, problem = null, also_has = '' where person_id = ${person}`,
    sql`update possession_check_key set note = '' where person_id = ${person}`,
  ];
};

/** Files are erased whole where the person is in a cell, or may be: a namesake is. What they were, and the hash, stay. */
function eraseKept({ id, certain, words, ...traces }: Traces): RawBuilder<unknown> {
  const { certain: inText } = patternsOf({ id, certain, words, ...traces });
  const cells = [...new Set([...certain, ...words])];
  return sql`
    update kept_report set content = null, cells = '', erased_at = now()
    where content is not null and (cells ~* coalesce(${inText}::text, '^$') or parameters ->> 'person_id' = ${id}
      or string_to_array(cells, chr(10)) && ${cells}::text[])`;
}

/** Writes the pseudonym in place of the person, everywhere but in the administration log. @returns how many rows had the name in a text */
export async function writePseudonym(tx: Tx, traces: Traces, { now, keptFrom }: { now: Date; keptFrom: Date }) {
  const { id, pseudonym } = traces;
  await sql`select set_config('key2xs.erasing', 'on', true)`.execute(tx);
  await sql`
    update person set display_name = ${pseudonym}, external_id = ${`erased-${id}`}, username = null, given_name = null,
      family_name = null, email = null, job_title = null, department = null, company = null, location = null,
      employee_id = null, employee_type = null, manager_ref = null, group_ids = '{}', attributes = '{}', source_hash = '',
      starts_on = null, ends_on = null, suspended_at = null, superseded_at = coalesce(superseded_at, ${now}), erased_at = ${now}
    where id = ${id}::uuid`.execute(tx);
  for (const statement of statementsFor(traces)) await statement.execute(tx);
  await erasePastReceipts(tx, keptFrom);
  return replaceInTexts(tx, traces, keptFrom);
}

/** Erases who signed receipts of erased people that are older than they are kept. @returns how many */
export async function erasePastReceipts(tx: Tx, keptFrom: Date): Promise<number> {
  const named = sql`receipt.created_at < ${keptFrom} and (exists (select from person
      where person.id = receipt.person_id and person.erased_at is not null and receipt.person_name <> person.display_name)
    or exists (select from person
      where person.id = receipt.giver_id and person.erased_at is not null and receipt.giver_name <> person.display_name))`;
  await sql`
    update key_receipt_link as link set mail_address = 'erased', confirmed_from = case when confirmed_from is not null then 'erased' end
    from key_receipt as receipt where receipt.id = link.receipt_id and ${named}`.execute(tx);
  const { numAffectedRows } = await sql`
    update key_receipt as receipt set
      statement = replace(replace(receipt.statement, receipt.person_name, coalesce(known.taker, receipt.person_name)),
        coalesce(receipt.giver_name, receipt.person_name), coalesce(known.giver, receipt.giver_name, known.taker, receipt.person_name)),
      person_name = coalesce(known.taker, receipt.person_name), giver_name = coalesce(known.giver, receipt.giver_name),
      signature = case when known.taker is null then receipt.signature end,
      giver_signature = case when known.giver is null then receipt.giver_signature end,
      paper = null, paper_type = null, hash = '–'
    from (select id,
        (select display_name from person where person.id = one.person_id and erased_at is not null) as taker,
        (select display_name from person where person.id = one.giver_id and erased_at is not null) as giver
      from key_receipt as one) as known
    where known.id = receipt.id and ${named}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Free texts and records of what was: wherever something certain stands, the pseudonym stands in its place. */
async function replaceInTexts(tx: Tx, traces: Traces, keptFrom: Date): Promise<number> {
  const { certain, ...patterns } = patternsOf(traces);
  if (certain === null) return 0;
  const columns = await listTextColumns(tx);
  let rows = 0;
  for (const [table, own] of Map.groupBy(columns, ({ table }) => table)) {
    if (table in unsearched) continue;
    rows += await replaceInTable(
      tx,
      { table, columns: own, kept: rowsKept(table, keptFrom) },
      { ...patterns, certain, pseudonym: traces.pseudonym },
    );
  }
  return rows;
}

/** Mirrors of key systems would get the name back; receipts have a time of their own. */
function rowsKept(table: string, keptFrom: Date): RawBuilder<boolean> {
  if (table === 'key_receipt') return sql<boolean>`created_at >= ${keptFrom}`;
  if (table === 'key_receipt_link') {
    return sql<boolean>`receipt_id in (select id from key_receipt where created_at >= ${keptFrom})`;
  }
  return sql<boolean>`false`;
}

type Searched = { table: string; columns: readonly TextColumn[]; kept: RawBuilder<boolean> };

async function replaceInTable(
  tx: Tx,
  { table, columns, kept }: Searched,
  { certain, inText, inJson, pseudonym }: Omit<Patterns, 'certain'> & { certain: string; pseudonym: string },
): Promise<number> {
  const replaced = columns.map(({ column, type }) => {
    const own = sql.ref(column);
    const first = sql`regexp_replace(${own}::text, ${certain}::text, ${pseudonym}::text, 'gi')`;
    const beside = type === 'text' ? inText : inJson;
    const value = beside === null ? first : sql`regexp_replace(${first}, ${beside}::text, ${pseudonym}::text, 'gi')`;
    return sql`${own} = (${value})::${sql.raw(type)}`;
  });
  const isNamed = sql.join(
    columns.map(({ column }) => sql`${sql.ref(column)}::text ~* ${certain}::text`),
    sql` or `,
  );
  const isLive = columns.some(({ is_mirror }) => is_mirror) ? sql`deleted_at is null` : sql`false`;
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.join(replaced)}
    where (${isNamed}) and not (${isLive}) and not (${kept})`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Of all tables, those of later versions included. */
async function listTextColumns(db: Tx): Promise<TextColumn[]> {
  const { rows } = await sql<TextColumn>`
    select relation.relname as table, attribute.attname as column, format_type(attribute.atttypid, null) as type,
      exists (select from pg_attribute as hash where hash.attrelid = relation.oid and hash.attname = 'row_hash') as is_mirror
    from pg_attribute as attribute join pg_class as relation on relation.oid = attribute.attrelid
    where relation.relkind in ('r', 'p') and not relation.relispartition
      and relation.relnamespace = current_schema()::regnamespace
      and attribute.attnum > 0 and not attribute.attisdropped and attribute.attgenerated = '' and attribute.attidentity = ''
      and format_type(attribute.atttypid, null) in ('text', 'json', 'jsonb', 'text[]')
    order by 1, 2`.execute(db);
  return rows;
}
