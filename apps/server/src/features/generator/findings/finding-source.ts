import { cleaningList } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import { shownName } from '#platform/door-names';
import { listSource } from '#platform/list/list-source';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { locationPath } from '../../locations/service';
import { peopleOf } from '../../people/relation';

const reader = asProduct;
const managerOf = sql<string | null>`(
  select manager.display_name from person as manager
  where manager.connection_id = person.connection_id and manager.external_id = person.manager_ref
    and manager.superseded_at is null)`;

/** Of the place, its own or that of the nearest place above. */
const ownerOfPlace = sql<string | null>`(
  with recursive up as (
    select here.parent_id, here.owner_person_id, 0 as level from location as here where here.id = coalesce(finding.location_id, cylinder.location_id)
    union all select above.parent_id, above.owner_person_id, up.level + 1
      from location as above join up on above.id = up.parent_id where up.owner_person_id is null)
  select display_name from person as answering
  where answering.id = (select owner_person_id from up where owner_person_id is not null order by level limit 1))`;

const owner = sql<string | null>`coalesce(${ownerOfPlace}, ${managerOf})`;

export const findingSource = listSource(cleaningList, (db, { id }) =>
  db
    .selectFrom('generator_finding as finding')
    .leftJoin(peopleOf(reader(db)), 'person.id', 'finding.person_id')
    .leftJoin(doorsOf(reader(db)), 'cylinder.id', 'finding.cylinder_id')
    .where('finding.run_id', '=', id),
)({
  resource: 'generator_runs',
  show: (rows) =>
    rows.select([
      sql<string>`finding.position::text`.as('id'),
      'finding.kind',
      'finding.sentence',
      'finding.suggestion_id',
      'finding.share',
      'finding.decision',
      'person.id as person_id',
      'person.display_name',
      'person.department',
      'cylinder.id as cylinder_id',
      'cylinder.marking',
      shownName('cylinder').as('door_name'),
      locationPath('cylinder.location_id').as('location_path'),
      owner.as('owner'),
    ]),
  id: 'finding.position',
  filters: { kind: 'finding.kind', owner: (name) => sql<boolean>`${owner} = ${name}`, decision: 'finding.decision' },
  sorts: { share: { unknownLast: 'finding.share' }, owner: { unknownLast: owner }, kind: 'finding.kind' },
  present: (row, language) => ({
    id: row.id,
    kind: row.kind,
    sentence: renderSentence(row.sentence, language),
    person: row.person_id ? { id: row.person_id, name: row.display_name ?? '', department: row.department } : null,
    door: row.cylinder_id
      ? { id: row.cylinder_id, name: row.door_name, marking: row.marking ?? '', location_path: row.location_path }
      : null,
    suggestion_id: row.suggestion_id ?? null,
    owner: row.owner,
    share: row.share ?? null,
    decision: row.decision,
  }),
  cells: {
    person: ({ person }) => person?.name ?? null,
    door: ({ door }) => door && `${door.marking} ${door.name}`.trim(),
  },
});
