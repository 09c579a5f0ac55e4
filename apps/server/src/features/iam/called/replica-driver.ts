import {
  type CalledSourceDriver,
  type IdentitySourceDriver,
  type SourceRecord,
  SourceUnreadable,
} from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/deps';
import { keyOfGroup } from './group-key';
import { countListed, findCopy } from './replica-queries';

const pagePeople = 500;

/** Columns beside the attributes: the identity of a person, and the groups they are in. */
export const idColumn = 'id';
export const groupsColumn = 'groups';

type Row = {
  external_id: string;
  values: Record<string, string | null>;
  problems: Sentence[] | null;
  is_another: boolean;
  group_ids: string[];
};

type Copied = Pick<CalledSourceDriver, 'lacks'> & {
  /** Data counts as it arrives, without a completed reading. */
  isPushed?: boolean;
};

/**
 * The replica of a called source, as a source. A position is a version of the replica: no other task reads into it while
 * a run works on it.
 */
export const replicaDriver = (db: Db, { lacks, isPushed = false }: Copied): IdentitySourceDriver => ({
  async probe({ connectionId }) {
    const copy = await findCopy(db, connectionId);
    if (!copy && isPushed) throw new SourceUnreadable(say('source.nothingSent'));
    if (!copy || !(copy.full_read_at || isPushed)) throw new SourceUnreadable(say('source.notReadYet'));
    return { position: copy.version, people: await countListed(db, connectionId) };
  },
  async describe({ connectionId }, position) {
    const copy = await findCopy(db, connectionId);
    if (copy?.version !== position) throw new SourceUnreadable(say('source.readMeanwhile'));
    return columnsOf(copy.attributes);
  },
  lacks,
  async *read({ connectionId, only }, position) {
    const copy = await findCopy(db, connectionId);
    if (copy?.version !== position) throw new SourceUnreadable(say('source.readMeanwhile'));
    const columns = columnsOf(copy.attributes);
    const groups = await db
      .selectFrom('source_group')
      .select('external_id')
      .where('connection_id', '=', connectionId)
      .execute();
    const keys = new Map(groups.map(({ external_id }) => [external_id, keyOfGroup(external_id)]));
    let row = 0;
    for await (const page of only ? pagesOf(db, connectionId, only) : allPages(db, connectionId)) {
      if (page.length > 0) yield page.map((one) => toRecord(one, { columns, keys }, ++row));
    }
  },
  async groupNames({ connectionId }) {
    const groups = await db
      .selectFrom('source_group')
      .select(['external_id', 'name'])
      .where('connection_id', '=', connectionId)
      .execute();
    return new Map(groups.map(({ external_id, name }) => [keyOfGroup(external_id), name ?? external_id]));
  },
});

/** The identity comes first. */
export const idOf = ({ values }: SourceRecord): string => values[0] ?? '';

const columnsOf = (attributes: readonly string[]): string[] => [
  ...new Set([idColumn, ...attributes.filter((name) => name !== groupsColumn), groupsColumn]),
];

async function* allPages(db: Db, connectionId: string): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const page = await loadRows(db, connectionId, sql`external_id > ${after}`);
    yield page;
    after = page.at(-1)?.external_id ?? after;
    if (page.length < pagePeople) return;
  }
}

async function* pagesOf(db: Db, connectionId: string, ids: readonly string[]): AsyncGenerator<Row[]> {
  for (let at = 0; at < ids.length; at += pagePeople) {
    yield await loadRows(db, connectionId, sql`external_id = any(${ids.slice(at, at + pagePeople)}::text[])`);
  }
}

async function loadRows(db: Db, connectionId: string, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select external_id, values, problems, is_another, array(
      select group_id from source_member as member
      where member.connection_id = person.connection_id and member.person_id = person.external_id
      order by group_id) as group_ids
    from source_person as person
    where connection_id = ${connectionId} and ${which} and gone is null
    order by external_id limit ${pagePeople}`.execute(db);
  return rows;
}

function toRecord(
  { external_id, values, problems, is_another, group_ids }: Row,
  { columns, keys }: { columns: readonly string[]; keys: ReadonlyMap<string, string> },
  row: number,
): SourceRecord {
  const own: Record<string, string> = {
    [idColumn]: external_id,
    [groupsColumn]: group_ids.flatMap((id) => keys.get(id) ?? []).join(';'), // a group that is gone may still have members
  };
  return {
    row,
    values: columns.map((name) => own[name] ?? values[name] ?? ''),
    ...(problems && { problems }),
    ...(is_another && { is_another }),
  };
}
