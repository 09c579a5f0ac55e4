import type { FloorPlan, FloorPlanItem } from '@key2xs/contract';
import { sql } from 'kysely';
import { notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import type { Reader } from '#platform/visible-to';
import { getLocation } from '../manage';
import { listItems } from './items';

const maxOthers = 500;

/** The plan of a place with what may stand on it, as far as the reader may see it. @throws AppError not_found */
export async function getFloorPlan(reader: Reader, id: string): Promise<FloorPlan> {
  await getLocation(reader, id);
  const plan = await reader.db
    .selectFrom('floor_plan')
    .select(['width', 'height', 'tag', 'version', 'uploaded_at', sql<boolean>`picture is not null`.as('has_picture')])
    .where('location_id', '=', id)
    .executeTakeFirst();
  const found = await listItems(reader, id, maxOthers);
  const items = found.map(({ total: _, ...item }): FloorPlanItem => item);
  return {
    location_id: id,
    picture: plan?.has_picture
      ? { width: plan.width, height: plan.height, tag: plan.tag, uploaded_at: plan.uploaded_at.toISOString() }
      : null,
    version: plan?.version ?? 0,
    items,
    items_total: found[0]?.total ?? 0,
  };
}

/** @throws AppError not_found, also where there is no plan */
export async function getPicture(reader: Reader, id: string, size: 'full' | 'small'): Promise<FileDownload> {
  await getLocation(reader, id);
  const plan = await reader.db
    .selectFrom('floor_plan')
    .select([size === 'full' ? 'picture as content' : 'thumbnail as content', 'tag'])
    .where('location_id', '=', id)
    .executeTakeFirst();
  if (!plan?.content) throw notFound('floor_plan');
  const { content, tag } = plan;
  return { fileName: 'floor-plan.webp', contentType: 'image/webp', content, tag: `${tag}-${size}` };
}
