import type { KeySystemProfile } from '@key2xs/domain';
import type { Sentence } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { cylinderWords, shownName } from '#platform/door-names';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { doorsListedIn } from '../relation';
import { asWrite, type WorkRow } from '../work-row';
import { describeVisibleChanges } from './describe-profile';

/** Names of the doors and groups in a change of a profile that its reader may see, by the key system's ids. */
export type ShownDoors = { cylinders: Record<string, string>; groups: Record<string, string> };

/** Of `entry`; null where it is shown as it is, because the reader may see every door or it is about a person. */
export function shownDoors(reader: Reader): RawBuilder<ShownDoors | null> {
  if (!reader.viewer.scope?.places) return sql<null>`null::jsonb`;
  return sql<ShownDoors | null>`case when entry.kind = 'profile_put' then jsonb_build_object(
    'cylinders', coalesce((select jsonb_object_agg(door.external_id, ${cylinderWords('door')})
      from ${doorsOf(reader, 'door')} where door.connection_id = entry.connection_id
        and door.external_id in (select ${doorsListedIn('entry', 'cylinders')})), '{}'),
    'groups', coalesce((select jsonb_object_agg(door.external_id, ${shownName('door')})
      from cylinder_group as door where door.connection_id = entry.connection_id
        and door.external_id in (select ${doorsListedIn('entry', 'cylinder_groups')})), '{}')) end`;
}

type Entry = Pick<WorkRow, 'label' | 'before' | 'after' | 'write' | 'what' | 'why'>;

/** The entry as if the doors that its reader may not see were not in it. */
export function leaveOutDoors<Row extends Entry>(row: Row & { shown_doors: ShownDoors | null }): Row {
  const { shown_doors: shown } = row;
  if (!shown) return row;
  const [before, after, write] = [
    shownPart(row.before, shown),
    shownPart(row.after, shown),
    shownPart(row.write, shown),
  ];
  const names = {
    cylinder: (id: string) => shown.cylinders[id] ?? id,
    group: (id: string) => shown.groups[id] ?? id,
  };
  const profile = asWrite({ kind: 'profile_put', write }).write as KeySystemProfile;
  const what = describeVisibleChanges(row.label, { before, after, write: profile }, names);
  return { ...row, before, after, write, what, why: plainReason(row.why) };
}

function shownPart<Fields extends WorkRow['before']>(fields: Fields, { cylinders }: ShownDoors): Fields {
  if (!Array.isArray(fields?.cylinders)) return fields;
  return { ...fields, cylinders: fields.cylinders.filter((id) => String(id) in cylinders) };
}

/** Without what was changed in the key system itself, which may be about other doors. */
const plainReason = (why: Sentence): Sentence => {
  const because = why.code === 'because.changedThere' ? why.params?.because : undefined;
  return typeof because === 'object' && 'code' in because ? because : why;
};

/** Whether the entry lists a door that its reader may not see. */
export function hidesDoors({ before, write }: Pick<WorkRow, 'before' | 'write'>, shown: ShownDoors | null): boolean {
  if (!shown) return false;
  const listed = [before?.cylinders, write.cylinders].flatMap((ids) => (Array.isArray(ids) ? ids : []));
  return listed.some((id) => !(String(id) in shown.cylinders));
}
