import { type ComparedPerson, groupLimits, type Mapping, type MappingReach } from '@key2xs/contract';
import { compileIdentity, compileMapping, diffFields, type MappedRow, personStateOn } from '@key2xs/domain';
import type { SourceRecord } from '@key2xs/drivers';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { managerNames } from '#platform/manager-names';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../../people/relation';
import { asConflict } from '../called/read-first';
import { groupsColumn, idColumn } from '../called/replica-driver';
import { mappingOf } from '../mapping-of';
import { type CalledSource, type OpenSource, openSource, withIdentity } from '../open-source';
import type { IamConnectionRow } from '../queries';
import { withAliases } from '../renames/value-aliases';
import { loadFields } from '../run/apply-people';
import { todayOf } from '../run/day-of-source';
import { nameGroups, sayProblems } from '../run/describe-changes';
import { getConnection } from '../service';
import { findKnown, type Known, reachOf } from './reach';

type Asking = { deps: Deps; reader: Reader; signal: AbortSignal };
type PreviewRequest = { mapping: Mapping; person: string };
type Previewed = { person: ComparedPerson; reach: MappingReach };

/** A person of a source, with the columns of the record. */
type SourceEntry = { columns: readonly string[]; record: SourceRecord };

/**
 * One person of a source as stored, and as a mapping would import them. Read from the latest list or from the replica; the source
 * is called for unknown attributes, which are not stored.
 * @throws AppError not_found; conflict when the source has to be called and cannot be
 */
export async function previewPerson(
  { deps, reader, signal }: Asking,
  connectionId: string,
  { mapping, person }: PreviewRequest,
): Promise<Previewed> {
  const connection = await getConnection(reader, connectionId);
  const source = await openSource(deps, connection, signal, mapping);
  const known = await findKnown(source);
  const reach = reachOf(source, mapping, known);
  const stored = await findStored(reader, connectionId, person);
  const kept = known && (await findRecord(source, known, { connection, mapping, person }));
  const isCalled = source.called !== undefined && reach.untold.length > 0;
  const found = isCalled && source.called ? await askFor(source.called, person, kept) : kept;
  const mapped = found && (await mapEntry(deps, { source, known, connectionId, mapping, found }));
  const problems = mapped ? sayProblems(mapped.problems, found?.record.problems) : [];
  const day = await todayOf(deps, connectionId);
  const after = mapped?.fields ?? null;
  const named = await nameManagers(deps.db, connectionId, { before: stored?.fields, after });
  return {
    person: {
      person_id: stored?.id ?? null,
      external_id: person,
      label: stored?.label ?? after?.display_name ?? person,
      ...named,
      changed: stored && after ? changedIn(stored.fields, after) : [],
      state_before: stored?.state ?? null,
      state_after: after && problems.length === 0 ? personStateOn(after, day) : null,
      problems: problems.map((problem) => renderSentence(problem, reader.language)),
      asked: isCalled ? reach.untold : [],
    },
    reach,
  };
}

type Fields = NonNullable<ComparedPerson['before']>;

type Compared = { before: Fields | undefined; after: Fields | null };

/** Their managers by name, where the source knows one. */
async function nameManagers(db: Db, connectionId: string, { before, after }: Compared) {
  const refOf = (fields: Fields | null | undefined) => sql`${fields?.manager_ref ?? null}::text`;
  const names = managerNames(sql`${connectionId}::uuid`, { before: refOf(before), after: refOf(after) });
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    select ${names.before} as before, ${names.after} as after`.execute(db);
  const named = (fields: Fields | null | undefined, manager_ref: string | null | undefined) =>
    fields ? { ...fields, ...(manager_ref && { manager_ref }) } : null;
  return { before: named(before, rows[0]?.before), after: named(after, rows[0]?.after) };
}

/** In the order of the fields. */
const changedIn = (before: Fields, after: Fields): ComparedPerson['changed'] =>
  Object.keys(diffFields(before, after).before) as ComparedPerson['changed']; // Object.keys loses the key type

async function findStored(reader: Reader, connectionId: string, external_id: string) {
  const { db } = reader;
  const row = await db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name as label', 'state'])
    .where('connection_id', '=', connectionId)
    .where('external_id', '=', external_id)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  if (!row) return undefined;
  const [{ id: _, ...all } = { id: '' }] = await loadFields(db, [row.id]);
  const fields: Fields = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return { ...row, fields };
}

type Wanted = PreviewRequest & { connection: IamConnectionRow };

/** People are known by what is stored as their id, also while that is being mapped anew. */
async function findRecord(
  source: OpenSource,
  { columns, position }: Known,
  { connection, mapping, person }: Wanted,
): Promise<SourceEntry | undefined> {
  const stored = mappingOf(connection);
  const idOf = compileIdentity(columns, withIdentity(source, stored.external_id ? stored : mapping));
  for await (const records of source.driver.read({ ...source.access, only: [person] }, position)) {
    source.access.signal.throwIfAborted();
    const record = await inSlices(search(records, ({ values }) => idOf(values) === person));
    if (record) return { columns, record };
  }
  return undefined;
}

function* search<T>(items: readonly T[], isWanted: (item: T) => boolean): Generator<undefined, T | undefined> {
  for (const item of items) {
    if (isWanted(item)) return item;
    yield;
  }
  return undefined;
}

/** The person as the source answers now. Groups come from the replica, because a source lists them separately. */
async function askFor(
  { driver, access }: CalledSource,
  id: string,
  kept: SourceEntry | undefined,
): Promise<SourceEntry | undefined> {
  const now = await driver.readPerson(access, id).catch((error: unknown) => {
    throw asConflict(error);
  });
  if ('gone' in now) return undefined;
  const before = Object.fromEntries(kept?.columns.map((name, at) => [name, kept.record.values[at] ?? '']) ?? []);
  const values: Record<string, string> = { ...before, [groupsColumn]: before[groupsColumn] ?? '', [idColumn]: now.id };
  for (const name of access.attributes) {
    if (name !== groupsColumn && name in now.values) values[name] = now.values[name] ?? '';
    values[name] ??= '';
  }
  const columns = Object.keys(values);
  const record = { row: 0, values: Object.values(values), ...(now.problems && { problems: now.problems }) };
  return { columns, record };
}

type Mapped = {
  source: OpenSource;
  known: Known | undefined;
  connectionId: string;
  mapping: Mapping;
  found: SourceEntry;
};

async function mapEntry(
  { db }: Pick<Deps, 'db'>,
  { source, known, connectionId, mapping, found: { columns, record } }: Mapped,
): Promise<MappedRow> {
  const { mapRow } = compileMapping(columns, withIdentity(source, mapping), source.driver.groupNames && maxGroups);
  const { fields, problems } = (await withAliases(db, connectionId, mapRow))(record.values);
  const names = known && (await source.driver.groupNames?.(source.access, known.position));
  return { fields: names ? nameGroups(fields, names) : fields, problems };
}

const maxGroups = groupLimits.of_called_person;
