import type { ChangeKind, ChangeSetDelta } from '@key2xs/contract';
import {
  type AccessIndex,
  compareAccess,
  copyAccess,
  type IndexedRule,
  listBits,
  listGroups,
  type PersonFacts,
  personStateOn,
  putPerson,
  rulesOfPerson,
  summing,
  withinDates,
} from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Deps } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { type DoorsChange, type PersonConcerned, saveEffect } from '../../change-sets/service';
import type { HeldItem } from '../conflicts/find-conflicts';
import { todayOf } from './day-of-source';

/** Parsing a longer result would block other requests. */
const pageItems = 500;

/** A person of an import with the new values, and how the list shows them. */
type Incoming = { facts: PersonFacts; concerned: PersonConcerned };

type Computed = {
  connectionId: string;
  changeSetId: string;
  /** How many it has. */
  items: number;
  held: readonly HeldItem[];
};

/** Saves with an import who would gain and lose which doors by the plans in force. */
export async function saveDirectoryEffect(
  deps: Pick<Deps, 'access' | 'clock' | 'db'>,
  { connectionId, changeSetId, items, held }: Computed,
): Promise<ChangeSetDelta> {
  if (items === 0) return saveEffect(deps.db, changeSetId, { changes: [], peopleBefore: 0 });
  const { index } = await deps.access.whole();
  if (!index.granting.some(Boolean)) return saveEffect(deps.db, changeSetId, { changes: [], peopleBefore: 0 });
  const before = copyAccess(withinDates(index, deps.clock().getTime())); // before other code patches it
  const day = await todayOf(deps, connectionId);
  const incoming = await loadIncoming(deps.db, { connectionId, changeSetId, day, known: before.people.numberOf });
  for (const { item_person_id } of held) incoming.delete(item_person_id);
  const { people: peopleBefore } = await inSlices(summing(before));
  const changes = incoming.size > 0 ? await inSlices(changesBy(before, incoming)) : [];
  return saveEffect(deps.db, changeSetId, { changes, peopleBefore });
}

function* changesBy(before: AccessIndex, incoming: ReadonlyMap<string, Incoming>): Generator<undefined, DoorsChange[]> {
  const after = copyAccess(before);
  for (const { facts } of incoming.values()) {
    putPerson(after, facts);
    yield;
  }
  const changes: DoorsChange[] = [];
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    const named = (bits: typeof gained) => [...listBits(bits)].map((door) => after.doors.ids[door] ?? '');
    const [first = -1] = persons; // all of them are alike, before and after
    const reasons = ruleReasons(rulesOfPerson(before, first), rulesOfPerson(after, first), lost.some(Boolean));
    const people = persons.flatMap((person) => {
      const one = incoming.get(after.people.ids[person] ?? '')?.concerned;
      return one ? [{ ...one, because: [...one.because, ...reasons].slice(0, maxReasons) }] : [];
    });
    changes.push({ gained: named(gained), lost: named(lost), other_hours: [], people });
    yield;
  }
  return changes;
}

const maxReasons = 6;

/** The rules that start or stop matching a person. */
function ruleReasons(before: readonly IndexedRule[], after: readonly IndexedRule[], isLosing: boolean): Sentence[] {
  const without = (some: readonly IndexedRule[], others: readonly IndexedRule[]) => {
    const ids = new Set(others.map(({ rule }) => rule.id));
    return some.filter(({ rule }) => !ids.has(rule.id)).map(({ rule }) => rule.name);
  };
  return [
    ...without(before, after).map((rule) => say('because.ruleNoLonger', { rule })),
    ...without(after, before).map((rule) => say('because.ruleReaches', { rule })),
    ...(isLosing ? [say('because.noneOther')] : []),
  ];
}

type Row = {
  ordinal: number;
  kind: ChangeKind;
  person_id: string;
  label: string;
  reference: string;
  detail: string | null;
  before: Record<string, string | null> | null;
  after: Record<string, string | null>;
};

async function loadIncoming(
  db: Db,
  {
    connectionId,
    changeSetId,
    day,
    known,
  }: { connectionId: string; changeSetId: string; day: string; known: { has(id: string): boolean } },
): Promise<Map<string, Incoming>> {
  const groups = await db
    .selectFrom('person_group')
    .select(['id', 'external_id'])
    .where('connection_id', '=', connectionId)
    .execute();
  const idOf = new Map(groups.map(({ id, external_id }) => [external_id, id]));
  const found = new Map<string, Incoming>();
  for (let after = 0; ; ) {
    const { rows } = await sql<Row>`
      select ordinal, kind, person_id, label, reference, detail, before, after from change_set_item
      where change_set_id = ${changeSetId} and ordinal > ${after} and kind in ('joiner', 'mover', 'update', 'begin', 'stop', 'leaver')
      order by ordinal limit ${pageItems}`.execute(db);
    for (const row of rows) {
      const group_ids = [...listGroups(row.after.group_keys ?? row.after.groups).keys()].flatMap(
        (key) => idOf.get(key) ?? [],
      );
      found.set(row.person_id, incomingOf(row, { connectionId, group_ids, day, isKnown: known.has(row.person_id) }));
      after = row.ordinal;
    }
    if (rows.length < pageItems) return found;
  }
}

function incomingOf(
  row: Row,
  {
    connectionId,
    group_ids,
    day,
    isKnown,
  }: { connectionId: string; group_ids: string[]; day: string; isKnown: boolean },
): Incoming {
  const { kind, person_id, label, reference } = row;
  const isLeaver = kind === 'leaver';
  const { department = null, job_title = null } = row.after;
  return {
    facts: {
      id: person_id,
      connection_id: connectionId,
      active: !isLeaver && personStateOn(present(row.after), day) === 'active',
      department,
      job_title,
      group_ids,
    },
    concerned: {
      person_id,
      label,
      reference: row.after.employee_id ?? reference,
      department: isLeaver ? row.detail : department,
      because: because(row, isKnown),
    },
  };
}

const present = ({ active, start_date, end_date }: Row['after']) => ({
  ...(active === 'false' && { active }),
  ...(start_date && { start_date }),
  ...(end_date && { end_date }),
});

function because({ kind, before, after }: Row, isKnown: boolean): Sentence[] {
  if (kind === 'leaver') return [say('because.leftSomeday')];
  if (kind === 'stop') return [say('because.stopped')];
  if (kind === 'begin') return [say('because.begun')];
  if (kind === 'joiner' && isKnown) return [say('because.returned')];
  if (kind === 'joiner') {
    const { department } = after;
    return [department ? say('because.joined', { department }) : say('because.joinedSomewhere')];
  }
  const moved = (['department', 'job_title'] as const).filter((field) => before && field in before);
  return moved.map((field) => say('because.moved', { from: before?.[field] ?? '–', to: after[field] ?? '–' }));
}
