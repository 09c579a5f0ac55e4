import type { VersionReach } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { getKeyPlan } from '../../plans/service';
import { keepFigures, maxMeasured } from './keep-figures';

/** What the last versions of a plan reached when they came into force, the oldest first. @throws AppError not_found */
export async function readGrowth(deps: Deps, reader: Reader, keyplanId: string): Promise<{ items: VersionReach[] }> {
  const { id } = await getKeyPlan(reader, keyplanId);
  await keepFigures(deps, id);
  const rows = await reader.db
    .selectFrom('key_plan_version')
    .select(['number', 'at', 'cause', 'figures'])
    .where('keyplan_id', '=', id)
    .orderBy('number', 'desc')
    .limit(maxMeasured)
    .execute();
  const items = rows.flatMap(({ at, figures, ...version }) =>
    figures ? [{ ...version, at: at.toISOString(), ...figures }] : [],
  );
  return { items: items.reverse() };
}
