import type { Capacity } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { locationPath, locationsWithin } from '../../locations/service';
import { limitedLists } from '../../programming/service';
import { isOfSystem, type ReportDefinition } from '../report';
import { number, state, text } from './columns';

const share = sql<number>`(capacity.used::numeric * 100 / capacity.most)`;

export const capacityReport: ReportDefinition = {
  id: 'capacity',
  group: 'keys',
  resource: 'inventory',
  parameters: [{ kind: 'percent', usual: 80 }, { kind: 'key_system' }, { kind: 'place' }],
  columns: [
    text('key_system'),
    state('list', (value) => say(`report.list.${value as Capacity['what']}`)),
    text('marking'),
    text('name'),
    text('place'),
    number('used'),
    number('limit'),
    number('percent'),
  ],
  rows: ({ reader, chosen }) => sql`
    select capacity.id, to_char(${share}, 'FM0000000.000') as sort, system.name as key_system, capacity.what as list,
      capacity.marking, capacity.name, ${locationPath('capacity.location_id')} as place, capacity.used,
      capacity.most as limit, floor(${share})::int as percent
    from ${limitedLists(reader)} as capacity join key_system_connection as system on system.id = capacity.connection_id
    where ${share} >= ${chosen.percent} and ${isOfSystem(sql`capacity.connection_id`, chosen)}
      and ${chosen.doors ? sql`capacity.location_id in ${locationsWithin(chosen.doors.id)}` : sql`true`}`,
  direction: 'desc',
  notes: async () => [say('report.note.capacity')],
};
