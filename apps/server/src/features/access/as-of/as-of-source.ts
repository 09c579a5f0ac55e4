import { asOfList, type RightAsOf } from '@key2xs/contract';
import { sql } from 'kysely';
import type { z } from 'zod';
import { cylinderLike, shownName } from '#platform/door-names';
import type { Wanted } from '#platform/list/list-query';
import { listSource } from '#platform/list/list-source';
import type { Reader } from '#platform/visible-to';
import { personThen } from '../person/person-then';
import { describeGivers } from './given-by';
import type { RightsThen, RightThen } from './rights-then';

type FoundRight = { person_id: string; cylinder_id: string };

/** The rights of a moment as rows. */
export function asOfSource(
  reader: Reader,
  { moment, rights }: RightsThen,
  { query: { layer, search } }: Wanted<typeof asOfList>,
) {
  const found = new Map<string, RightThen>();
  for (const right of rights) if (isIn(right, layer)) found.set(keyOf(right), right);
  const rows = JSON.stringify([...found.values()].map(({ person_id, cylinder_id }) => ({ person_id, cylinder_id })));
  const department = personThen(moment, 'department');
  const job_title = personThen(moment, 'job_title');
  return listSource(asOfList, (db) =>
    db
      .selectFrom(
        sql<FoundRight>`jsonb_to_recordset(${rows}::jsonb)`.as<'found'>(sql`found(person_id uuid, cylinder_id uuid)`),
      )
      .innerJoin('cylinder', 'cylinder.id', 'found.cylinder_id')
      .leftJoin('person', 'person.id', 'found.person_id'),
  )({
    resource: 'access',
    show: (query) => {
      const shown = query.select([
        'found.person_id',
        'found.cylinder_id',
        'person.display_name as person_name',
        department.as('department'),
        job_title.as('job_title'),
        'cylinder.marking',
        shownName('cylinder').as('name'),
        'cylinder.location',
      ]);
      return {
        execute: async () => {
          const page = await shown.execute();
          const describe = await describeGivers(
            reader,
            moment,
            page.flatMap((row) => found.get(keyOf(row)) ?? []),
          );
          return page.map((row) => {
            const right = found.get(keyOf(row));
            return { ...row, ...(right ? describe(right) : nothing) };
          });
        },
      };
    },
    id: sql<string>`concat(found.person_id, ' ', found.cylinder_id)`,
    filters: { of: () => null, id: () => null, at: () => null, layer: () => null }, // found by them
    search: (pattern) => sql<boolean>`(person.search_text like ${pattern} or ${cylinderLike('cylinder', pattern)})`,
    sorts: {
      person: ['person.display_name', 'cylinder.marking'],
      marking: ['cylinder.marking', 'person.display_name'],
      department: [department, 'person.display_name'],
    },
    ...(!search && { total: found.size }),
    present: (row): RightAsOf => row,
    cells: {
      keys: ({ keys }) => keys.join(', '),
      hours: ({ given_by }) => [...new Set(given_by.map(({ windows }) => hoursIn(windows)))].join('; '),
      given_by: ({ given_by }) => given_by.map(giverIn).join('; '),
      confirmed: ({ confirmed }) =>
        confirmed ? [confirmed.by, confirmed.at.slice(0, 10), confirmed.review].filter(Boolean).join(', ') : '',
    },
  });
}

const keyOf = ({ person_id, cylinder_id }: FoundRight) => `${person_id} ${cylinder_id}`;

const isIn = ({ desired, recorded, effective }: RightThen, layer: 'desired' | 'recorded' | 'effective' | undefined) =>
  layer === undefined || { desired, recorded: recorded === 'yes', effective: effective === 'yes' }[layer];

const nothing: Pick<RightAsOf, 'desired' | 'open_then' | 'recorded' | 'effective' | 'keys' | 'given_by' | 'confirmed'> =
  {
    desired: false,
    open_then: false,
    recorded: 'not_known',
    effective: 'not_known',
    keys: [],
    given_by: [],
    confirmed: null,
  };

type Given = z.input<typeof RightAsOf>['given_by'][number];

/** As in other exports: `1-5 07:00-18:00`; empty means always. */
const hoursIn = (windows: Given['windows']) =>
  windows.map(({ days, from, to }) => `${days.join('')} ${from}-${to}`).join(', ');

const giverIn = ({ rule_name, keyplan_name, rule_version, published_by, published_at, request }: Given) =>
  [
    `${keyplan_name} v${rule_version}: ${rule_name}`,
    [published_by, published_at?.slice(0, 10)].filter(Boolean).join(' '),
    ...(request ? [[request.asked_by, request.decided_by].filter(Boolean).join(' / ')] : []),
  ]
    .filter(Boolean)
    .join(', ');
