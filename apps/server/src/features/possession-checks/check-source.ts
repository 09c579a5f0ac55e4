import {
  type CheckedKey,
  checkedKeyList,
  type NamedScope,
  type PossessionCheck,
  possessionCheckList,
} from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import { listSource } from '#platform/list/list-source';
import { readRow } from '#platform/list/read-some';
import type { Reader } from '#platform/visible-to';
import { namedScope } from '../administrators/service';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';

/** Checks that ask a holder whom the reader may see, with figures of those holders and their keys. */
export const checkSource = (reader: Reader, now: Date) => {
  const holders = sql`possession_check_person as holder join ${peopleOf(reader)} on person.id = holder.person_id
    where holder.check_id = possession_check.id`;
  const asked = sql`possession_check_key as asked join ${keysOf(reader)} on key.id = asked.key_id
    join ${peopleOf(reader)} on person.id = asked.person_id where asked.check_id = possession_check.id`;
  const ofHolders = sql<OfHolders>`(select jsonb_build_object('people', count(*),
    'answered', count(*) filter (where holder.answered_at is not null),
    'to_mail', count(*) filter (where holder.is_to_mail),
    'not_mailed', count(*) filter (where not holder.is_to_mail and holder.mailed_at is null),
    'also_has', count(*) filter (where holder.also_has <> '')) from ${holders})`;
  const ofKeys = sql<OfKeys>`(select jsonb_build_object('keys', count(*),
    'confirmed', count(*) filter (where asked.answer = 'has'),
    'differing', count(*) filter (where asked.answer in ('missing', 'elsewhere')),
    'returned', count(*) filter (where asked.answer = 'returned'),
    'unanswered', count(*) filter (where asked.answer is null)) from ${asked})`;
  const isVisible = reader.viewer.scope === null ? sql<boolean>`true` : sql<boolean>`exists (select from ${holders})`;
  return listSource(possessionCheckList, (db) => db.selectFrom('possession_check').where(isVisible))({
    resource: 'key_desk',
    show: (checks) =>
      checks.select([
        'possession_check.id',
        'possession_check.started_at',
        'possession_check.started_by',
        'possession_check.due_at',
        'possession_check.ended_at',
        'possession_check.ended_by',
        sql<boolean>`possession_check.ended_at is null and possession_check.due_at < ${now}`.as('is_overdue'),
        'possession_check.is_repetition',
        'possession_check.repeat_months',
        'possession_check.next_at',
        namedScope('possession_check').as('scope'),
        sql<PossessionCheck['rings']>`case when rings is not null then (
          select coalesce(jsonb_agg(jsonb_build_object('id', ring.id, 'name', ring.name) order by ring.name), '[]')
          from key_ring as ring where ring.id = any(rings)) end`.as('rings'),
        ofHolders.as('of_holders'),
        ofKeys.as('of_keys'),
      ]),
    id: 'possession_check.id',
    isCostly: true,
    filters: { state: (state) => sql<boolean>`(possession_check.ended_at is null) = ${state === 'open'}` },
    sorts: { started_at: 'possession_check.started_at' },
    present: presentCheck,
    cells: {
      scope: ({ scope: { departments, places } }) =>
        [...(departments ?? []), ...(places ?? []).map(({ path }) => path)].join(', '),
      rings: ({ rings }) => (rings ?? []).map(({ name }) => name).join(', '),
    },
  });
};

type OfHolders = Pick<PossessionCheck, 'people' | 'answered' | 'to_mail' | 'not_mailed' | 'also_has'>;
type OfKeys = Pick<PossessionCheck, 'keys' | 'confirmed' | 'differing' | 'returned' | 'unanswered'>;
type Times = 'started_at' | 'due_at' | 'ended_at' | 'next_at';
type CheckRow = Omit<PossessionCheck, Times | keyof OfHolders | keyof OfKeys> & {
  started_at: Date;
  due_at: Date;
  ended_at: Date | null;
  next_at: Date | null;
  scope: NamedScope;
  of_holders: OfHolders;
  of_keys: OfKeys;
};

function presentCheck({
  started_at,
  due_at,
  ended_at,
  next_at,
  of_holders,
  of_keys,
  ...row
}: CheckRow): PossessionCheck {
  return {
    ...row,
    ...of_holders,
    ...of_keys,
    next_at: next_at?.toISOString() ?? null,
    started_at: started_at.toISOString(),
    due_at: due_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}

/** @throws AppError not_found */
export async function getCheck({ reader, now }: { reader: Reader; now: Date }, id: string): Promise<PossessionCheck> {
  const row = await readRow(reader, checkSource(reader, now), id);
  if (!row) throw notFound('possession_check');
  return presentCheck(row);
}

/** The keys of a check, each with the holder's answer. @throws AppError not_found */
export async function checkedKeySource({ reader, now }: { reader: Reader; now: Date }, id: string) {
  await getCheck({ reader, now }, id);
  return listSource(checkedKeyList, (db, params) =>
    db
      .selectFrom('possession_check_key as asked')
      .innerJoin(keysOf(reader), 'key.id', 'asked.key_id')
      .innerJoin(peopleOf(reader), 'person.id', 'asked.person_id')
      .innerJoin('possession_check_person as holder', (join) =>
        join.onRef('holder.check_id', '=', 'asked.check_id').onRef('holder.person_id', '=', 'asked.person_id'),
      )
      .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
      .where('asked.check_id', '=', params.id),
  )({
    resource: 'key_desk',
    show: (keys) =>
      keys.select([
        'key.id',
        'key.marking',
        'key.name',
        'system.name as connection_name',
        'person.id as person_id',
        'person.display_name as holder',
        'person.department',
        'holder.mail_address',
        'holder.mailed_at',
        'holder.problem',
        'asked.answer',
        'asked.note',
        'holder.answered_at',
        'holder.answered_by',
        'holder.also_has',
        sql<Date | null>`(select max(earlier.answered_at) from possession_check_key as confirmed
          join possession_check_person as earlier on earlier.check_id = confirmed.check_id and earlier.person_id = confirmed.person_id
          where confirmed.key_id = key.id and confirmed.answer = 'has')`.as('last_confirmed_at'),
        sql<boolean>`exists (select from key_case where key_case.key_id = key.id and closed_at is null)`.as('has_case'),
      ]),
    id: 'key.id',
    filters: {
      person_id: 'asked.person_id',
      answer: (answer) =>
        answer === 'open'
          ? sql<boolean>`holder.answered_at is null`
          : answer === 'also_has'
            ? sql<boolean>`holder.also_has <> ''`
            : answer === 'not_mailed'
              ? sql<boolean>`(not holder.is_to_mail and holder.mailed_at is null)`
              : sql<boolean>`asked.answer = ${answer}`,
    },
    search: (pattern) => sql`(key.search_text like ${pattern} or person.search_text like ${pattern})`,
    sorts: { holder: 'person.display_name', marking: 'key.marking' },
    present: (row, language): CheckedKey => ({
      ...row,
      mailed_at: row.mailed_at?.toISOString() ?? null,
      answered_at: row.answered_at?.toISOString() ?? null,
      last_confirmed_at: row.last_confirmed_at?.toISOString() ?? null,
      problem: row.problem && renderSentence(row.problem as Sentence, language),
    }),
    cells: {},
  });
}
