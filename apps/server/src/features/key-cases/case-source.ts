import { type KeyCase, keyCaseList } from '@key2xs/contract';
import { nextCaseStep } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { caseLane, doorCounts, movedDoors } from './door-states';
import { type JoinerFacts, joinerOf } from './joiner-facts';

export const isOpen = sql<boolean>`key_case.closed_at is null`;

export const isOverdue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`(${isOpen} and coalesce(key_case.due_at < ${now}, false))`;

const states = (now: Date) => ({ open: isOpen, closed: sql<boolean>`not ${isOpen}`, overdue: isOverdue(now) });

const doorCells = {
  undecided: ({ doors }: KeyCase) => doors.undecided,
  waiting: ({ doors }: KeyCase) => doors.waiting,
  failed: ({ doors }: KeyCase) => doors.failed,
  secured: ({ doors }: KeyCase) => doors.secured,
  accepted: ({ doors }: KeyCase) => doors.accepted,
};

/** Cases of keys that the reader may see, and of joiners who are among their people. */
export const caseSource = (reader: Reader, now: Date) =>
  listSource(keyCaseList, (db) =>
    db
      .selectFrom('key_case')
      .leftJoin(keysOf(reader), 'key.id', 'key_case.key_id')
      .leftJoin(peopleOf(reader, 'holder'), 'holder.id', 'key_case.person_id')
      .where(sql<boolean>`case when key_case.key_id is null then holder.id is not null
        else key.id is not null and key.deleted_at is null end`),
  )({
    resource: 'key_desk',
    show: (cases) =>
      cases
        .leftJoin('key_system_connection as system', 'system.id', 'key.connection_id')
        .leftJoin('key_standing as standing', 'standing.key_id', 'key.id')
        .leftJoin('recorded_person as outsider', (join) =>
          join
            .onRef('outsider.connection_id', '=', 'key.connection_id')
            .onRef('outsider.identity', '=', 'key_case.holder_identity'),
        )
        .leftJoin(keysOf(reader, 'replacement'), 'replacement.id', 'key_case.replacement_key_id')
        .leftJoin('admin as owner', 'owner.id', 'key_case.owner_id')
        .leftJoin('key_system_connection as other_system', 'other_system.id', 'replacement.connection_id')
        .leftJoin('key_standing as other_standing', 'other_standing.key_id', 'replacement.id')
        .select([
          'key_case.id',
          'key_case.kind',
          'key_case.key_id',
          'key.marking',
          'key.name',
          'key.connection_id',
          'system.name as connection_name',
          'standing.state as custody_state',
          'holder.id as holder_id',
          'holder.display_name as holder_name',
          'holder.department as holder_department',
          'holder.active as is_holder_active',
          'key_case.holder_identity',
          'outsider.full_name as outsider_name',
          'key_case.opened_at',
          'key_case.opened_by',
          'key_case.due_at',
          isOverdue(now).as('is_overdue'),
          'key_case.closed_at',
          'key_case.closed_by',
          'key_case.outcome',
          'key_case.version',
          'key_case.report',
          sql<boolean>`key_case.replacement_key_id is not null`.as('has_replacement'),
          'replacement.id as replacement_id',
          'replacement.marking as replacement_marking',
          'replacement.name as replacement_name',
          'replacement.connection_id as replacement_connection_id',
          'other_system.name as replacement_connection_name',
          'other_standing.state as replacement_state',
          doorCounts(reader).as('doors'),
          movedDoors(reader).as('moved_doors'),
          joinerOf(reader).as('joiner'),
          caseLane(reader).as('lane'),
          'owner.id as owner_id',
          sql<string | null>`coalesce(owner.name, owner.username)`.as('owner_name'),
        ]),
    id: 'key_case.id',
    isCostly: true,
    filters: {
      kind: 'key_case.kind',
      state: (state) => states(now)[state],
      lane: (lane) => sql<boolean>`${caseLane(reader)} = ${lane}`,
      owner: (owner, { id }) =>
        owner === 'nobody'
          ? sql<boolean>`key_case.owner_id is null`
          : sql<boolean>`key_case.owner_id = ${owner === 'me' ? id : owner}`,
      key_id: 'key_case.key_id',
      person_id: 'key_case.person_id',
      connection_id: 'key.connection_id',
    },
    search: (pattern) => sql`(key.search_text like ${pattern} or holder.search_text like ${pattern})`,
    sorts: {
      due_at: { unknownLast: 'key_case.due_at' },
      opened_at: 'key_case.opened_at',
      closed_at: { unknownLast: 'key_case.closed_at' },
    },
    present: (row, _language, viewer) => presentCase(row, viewer),
    cells: {
      key_marking: ({ key }) => key?.marking ?? null,
      key_system: ({ key }) => key?.connection_name ?? null,
      holder_name: ({ holder }) => holder?.name ?? null,
      owner_name: ({ owner }) => owner?.name ?? null,
      ...doorCells,
      doors_gained: ({ moved_doors }) => moved_doors?.gained ?? null,
      doors_lost: ({ moved_doors }) => moved_doors?.lost ?? null,
      entitled_since: ({ joiner }) => joiner?.entitled_since ?? null,
      first_day: ({ joiner }) => joiner?.first_day ?? null,
      replacement_marking: ({ replacement }) => replacement?.marking ?? null,
    },
  });

type CaseKey = NonNullable<KeyCase['key']>;

export type CaseRow = {
  id: string;
  kind: KeyCase['kind'];
  /** Null: of a joiner. */
  key_id: string | null;
  marking: string | null;
  name: string | null;
  connection_id: string | null;
  connection_name: string | null;
  custody_state: CaseKey['state'] | null;
  holder_id: string | null;
  holder_name: string | null;
  holder_department: string | null;
  is_holder_active: boolean | null;
  holder_identity: string | null;
  outsider_name: string | null;
  opened_at: Date;
  opened_by: string | null;
  due_at: Date | null;
  is_overdue: boolean;
  closed_at: Date | null;
  closed_by: string | null;
  outcome: KeyCase['outcome'];
  version: number;
  has_replacement: boolean;
  replacement_id: string | null;
  replacement_marking: string | null;
  replacement_name: string | null;
  replacement_connection_id: string | null;
  replacement_connection_name: string | null;
  replacement_state: CaseKey['state'] | null;
  doors: KeyCase['doors'];
  moved_doors: KeyCase['moved_doors'];
  joiner: JoinerFacts | null;
  lane: KeyCase['lane'];
  owner_id: string | null;
  owner_name: string | null;
};

/** For a reader with departments, a holder who is none of our people stays unnamed. */
export function presentCase(row: CaseRow, { scope }: Reader['viewer']): KeyCase {
  const { id, kind, doors, closed_by, opened_by, outcome, version, is_overdue } = row;
  const joiner = row.joiner && {
    ...row.joiner,
    entitled_since: new Date(row.joiner.entitled_since).toISOString(),
  };
  const step = nextCaseStep({ kind, doors, hasReplacement: row.has_replacement, joiner });
  return {
    ...{ id, kind, doors, opened_by, closed_by, outcome, version, is_overdue },
    joiner,
    key: keyIn(row),
    holder: holderIn(row, !scope?.departments),
    opened_at: row.opened_at.toISOString(),
    due_at: row.due_at?.toISOString() ?? null,
    next_step: row.closed_at === null ? step : null,
    lane: row.lane,
    moved_doors: row.moved_doors,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name ?? '' },
    replacement: replacementIn(row),
    can_be_replaced:
      row.closed_at === null &&
      kind !== 'return' &&
      kind !== 'mover' &&
      kind !== 'joiner' &&
      !row.has_replacement &&
      row.is_holder_active === true,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}

function keyIn({ key_id, connection_id, custody_state, ...row }: CaseRow): KeyCase['key'] {
  if (key_id === null || connection_id === null || custody_state === null) return null;
  return {
    id: key_id,
    marking: row.marking ?? '',
    name: row.name ?? '',
    connection_id,
    connection_name: row.connection_name ?? '',
    state: custody_state,
  };
}

function holderIn(row: CaseRow, seesOutsiders: boolean): KeyCase['holder'] {
  if (row.holder_id !== null)
    return { person_id: row.holder_id, name: row.holder_name ?? '', department: row.holder_department };
  if (row.holder_identity === null || !seesOutsiders) return null;
  return { person_id: null, name: row.outsider_name || row.holder_identity, department: null };
}

function replacementIn(row: CaseRow): KeyCase['replacement'] {
  const { replacement_id, replacement_state, replacement_connection_id } = row;
  if (replacement_id === null || replacement_state === null || replacement_connection_id === null) return null;
  return {
    id: replacement_id,
    marking: row.replacement_marking ?? '',
    name: row.replacement_name ?? '',
    connection_id: replacement_connection_id,
    connection_name: row.replacement_connection_name ?? '',
    state: replacement_state,
  };
}
