import type { Certainty } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { cylinderWords } from '#platform/door-names';
import { describeGivers, type GivenRight, readRightsThen } from '../../access/service';
import { locationPath } from '../../locations/service';
import type { ReportContext, ReportDefinition } from '../report';
import { state, text } from './columns';

const layer = (name: 'by_plan' | 'recorded' | 'on_key') =>
  state(name, (value) => say(`report.layer.${value as Certainty | 'outside'}`));

const columns = [
  text('who'),
  text('department'),
  text('door'),
  text('place'),
  layer('by_plan'),
  layer('recorded'),
  layer('on_key'),
  text('keys'),
  text('given_by'),
  text('confirmed'),
];

type Row = Record<'person_id' | 'cylinder_id' | 'by_plan' | 'recorded' | 'on_key' | 'keys' | 'given_by', string> & {
  confirmed: string | null;
};

/** Rights of now, each once with what every layer says of it. They are worked out before they are paged. */
async function rightsAsked({ deps, reader, chosen }: ReportContext): Promise<RawBuilder<unknown>> {
  const asked = chosen.doors ?? { of: 'person' as const, id: chosen.person_id ?? '' };
  const { moment, rights } = await readRightsThen(deps, reader, asked);
  const describe = await describeGivers(reader, moment, rights);
  const rows = JSON.stringify(rights.map((right) => rowOf({ ...right, ...describe(right) })));
  return sql`
    select found.person_id || ' ' || found.cylinder_id as id,
      lower(concat_ws(' ', person.display_name, cylinder.marking)) as sort, person.display_name as who,
      person.department, ${cylinderWords('cylinder')} as door, ${locationPath('cylinder.location_id')} as place,
      found.by_plan, found.recorded, found.on_key, nullif(found.keys, '') as keys,
      nullif(found.given_by, '') as given_by, found.confirmed
    from jsonb_to_recordset(${rows}::jsonb) as found(person_id uuid, cylinder_id uuid, by_plan text, recorded text,
      on_key text, keys text, given_by text, confirmed text)
    join cylinder on cylinder.id = found.cylinder_id left join person on person.id = found.person_id`;
}

const rowOf = ({ person_id, cylinder_id, desired, open_then, recorded, effective, ...right }: GivenRight): Row => ({
  person_id,
  cylinder_id,
  by_plan: desired ? (open_then ? 'yes' : 'outside') : 'no',
  recorded,
  on_key: effective,
  keys: right.keys.join(', '),
  given_by: right.given_by
    .map(({ keyplan_name, rule_name, rule_version, published_by }) =>
      [`${keyplan_name} v${rule_version}: ${rule_name}`, published_by].filter(Boolean).join(', '),
    )
    .join('; '),
  confirmed: right.confirmed && [right.confirmed.by, right.confirmed.at.slice(0, 10)].filter(Boolean).join(', '),
});

const notes = async () => [say('asOf.notCounted')];
const common = { group: 'access', resource: 'access', columns, rows: rightsAsked, direction: 'asc', notes } as const;

const whoMayOpen: ReportDefinition = {
  ...common,
  id: 'who_may_open',
  parameters: [{ kind: 'doors', isRequired: true }],
};

const personAccess: ReportDefinition = {
  ...common,
  id: 'person_access',
  parameters: [{ kind: 'person', isRequired: true }],
};

export const accessReports = [whoMayOpen, personAccess];
