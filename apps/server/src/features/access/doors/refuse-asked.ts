import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import type { Reader } from '#platform/visible-to';
import { placesOf } from '../../locations/relation';
import { type Moment, refuseUnknown } from '../refuse-unknown';
import type { AccessSubject } from './asked-doors';

/** @throws AppError not_found unless it is, or was at that moment, there without being known to the index */
export async function refuseAsked(reader: Reader, { of, id }: AccessSubject, moment: Moment): Promise<void> {
  if (of === 'cylinder') return refuseUnknown(reader, moment, 'cylinder', id);
  if (of === 'location') throw notFound('location');
  const kind = of === 'rule' ? 'rule' : 'profile';
  const { rows } = await sql<object>`
    select from key_plan_draft where kind = ${kind} and record_id = ${id}::uuid
    union all select from key_plan_part where kind = ${kind} and record_id = ${id}::uuid and ${moment.as_of === 'past'}`.execute(
    reader.db,
  );
  if (rows.length === 0) throw notFound(of === 'rule' ? 'access_rule' : 'access_profile');
}

/**
 * The index has the places above those of a reader, because rules name them.
 * @throws AppError not_found for a place that the reader does not administer
 */
export async function refuseOutside(reader: Reader, { of, id }: { of: string; id: string }): Promise<void> {
  if (of !== 'location' || !reader.viewer.scope?.places) return;
  const place = await reader.db.selectFrom(placesOf(reader)).select('id').where('id', '=', id).executeTakeFirst();
  if (!place) throw notFound('location');
}
