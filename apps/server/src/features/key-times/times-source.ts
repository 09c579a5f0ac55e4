import { keyTimesList } from '@key2xs/contract';
import { sql } from 'kysely';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { keysOf, standingsOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import { type At, presentTimes, type TimesRow } from './present';

/** `stateOfTimes` of the domain, for filters; conditions on `known_key as standing`. */
const stateAt = ({ now, soonDays }: At) => sql<string>`(case
  when not standing.has_clock then 'no_clock'
  when standing.validity is null or not standing.is_sure then 'not_known'
  when standing.validity = 'never' then 'never'
  when standing.validity = 'between' and standing.valid_until <= ${now} then 'expired'
  when standing.validity = 'between' and standing.valid_from > ${now} then 'not_yet_valid'
  when standing.revalidation_minutes is not null and standing.deadline_at is null then 'not_known'
  when standing.ends_at is null then 'ok'
  when standing.ends_at <= ${now} then 'lapsed'
  when standing.ends_at <= ${now}::timestamptz + make_interval(days => ${soonDays}) then 'due_soon'
  else 'ok' end)`;

const extension = sql<TimesRow['extension']>`(
  select jsonb_build_object('id', one.id, 'state', one.state, 'hours', one.hours, 'ends_at', one.ends_at)
  from key_extension_key as line join key_extension as one on one.id = line.extension_id
  where line.key_id = key.id and one.state in ('open', 'approved') limit 1)`;

const lastReminded = sql<Date | null>`(
  select max(sent.ended_at) from key_reminder_key as line join key_reminder as sent on sent.id = line.reminder_id
  where line.key_id = key.id and sent.state = 'sent' and not line.is_needless)`;

/** Keys that stop working within so many days, by what they hold or what is recorded. */
const endsWithin = ({ now }: Pick<At, 'now'>, days: number) =>
  sql<boolean>`(standing.ends_at > ${now} and standing.ends_at <= ${new Date(now.getTime() + days * 86_400_000)})`;

/**
 * The reader's keys with what is known of their times, what was ordered, and who has them.
 * @param outside the keys outside the policy, where a filter asks for them
 */
export const timesSource = (reader: Reader, at: At, outside?: readonly string[]) =>
  listSource(keyTimesList, (db) =>
    db
      .selectFrom(standingsOf(reader))
      .leftJoin('key_times_order as wanted', (join) =>
        join.onRef('wanted.key_id', '=', 'standing.key_id').on('wanted.ended_at', 'is', null),
      )
      .where('standing.deleted_at', 'is', null),
  )({
    resource: 'keys',
    show: (keys) =>
      keys
        .innerJoin(keysOf(reader), 'key.id', 'standing.key_id')
        .leftJoin(peopleOf(reader, 'custodian'), 'custodian.id', 'standing.person_id')
        .innerJoin('key_system_connection as system', 'system.id', 'key.connection_id')
        .leftJoin('recorded_person as outsider', (join) =>
          join
            .onRef('outsider.connection_id', '=', 'standing.connection_id')
            .onRef('outsider.identity', '=', 'standing.holder_identity'),
        )
        .select([
          'key.id',
          'key.connection_id',
          'system.name as connection_name',
          'key.marking',
          'key.name',
          'key.key_type',
          'key.last_update_at',
          'key.validity as recorded_validity',
          'key.valid_from as recorded_from',
          'key.valid_until as recorded_until',
          'key.revalidation_minutes as recorded_minutes',
          'key.schedule as recorded_schedule',
          'standing.state as custody_state',
          'standing.holder_identity as custody_identity',
          'custodian.id as custodian_id',
          'custodian.display_name as custodian_name',
          'custodian.department as custodian_department',
          'outsider.full_name as outsider_name',
          'standing.has_clock',
          'standing.is_sure',
          'standing.update_pending',
          'standing.validity',
          'standing.valid_from',
          'standing.valid_until',
          'standing.revalidation_minutes',
          'standing.schedule',
          'standing.ends_at',
          'wanted.id as order_id',
          'wanted.validity as wanted_validity',
          'wanted.valid_from as wanted_from',
          'wanted.valid_until as wanted_until',
          'wanted.revalidation_minutes as wanted_minutes',
          'wanted.schedule as wanted_schedule',
          'wanted.reason',
          'wanted.ordered_by',
          'wanted.ordered_at',
          'wanted.state as order_state',
          'wanted.problem',
          lastReminded.as('reminded_at'),
          extension.as('extension'),
        ]),
    id: 'standing.key_id',
    isCostly: true,
    filters: {
      connection_id: 'standing.connection_id',
      key_type: 'standing.key_type',
      state: (state) => sql`${stateAt(at)} = ${state}`,
      ends_within: (days) => endsWithin(at, Number(days)),
      custody: 'standing.state',
      person_id: 'standing.person_id',
      is_outside: () => sql<boolean>`standing.key_id = any(${[...(outside ?? [])]}::uuid[])`,
      order: 'wanted.state',
    },
    search: (pattern) => sql`(standing.search_text like ${pattern}
      or standing.person_id in (select id from ${peopleOf(reader)} where search_text like ${pattern}))`,
    sorts: {
      marking: 'standing.marking',
      ends_at: { unknownLast: 'standing.ends_at' },
      last_update_at: { unknownLast: 'standing.last_update_at' },
      holder: {
        unknownLast: sql`(select display_name from ${peopleOf(reader)} where person.id = standing.person_id)`,
      },
    },
    present: (row, language) => presentTimes(row, { language, at }),
    cells: {
      holder_name: ({ holder }) => holder?.name ?? null,
      department: ({ holder }) => holder?.department ?? null,
      validity: ({ recorded }) => recorded?.validity ?? null,
      valid_from: ({ recorded }) => recorded?.valid_from ?? null,
      valid_until: ({ recorded }) => recorded?.valid_until ?? null,
      revalidation_minutes: ({ recorded }) => recorded?.revalidation_minutes ?? null,
      schedule: ({ recorded }) =>
        recorded?.schedule.map(({ days, from, to }) => `${days.join(' ')} ${from}-${to}`).join('; ') ?? null,
      order_state: ({ order }) => order?.state ?? null,
    },
  });
