import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { listOutside, readPolicy } from './policy';
import type { At } from './present';
import { timesSource } from './times-source';
import { zonesOfSystems } from './zones';

/** What the states of keys depend on beside the keys. */
export async function readAt({ clock }: Pick<Deps, 'clock'>, reader: Reader): Promise<At> {
  const policy = await readPolicy(reader.db);
  const zones = await zonesOfSystems(reader);
  return { now: clock(), soonDays: policy.soon_days, zones, otherZone: policy.time_zone };
}

/** The list as of now, for a filter. */
export async function timesFor(
  deps: Pick<Deps, 'clock'>,
  reader: Reader,
  { is_outside }: { is_outside?: 'true' | undefined },
): Promise<ReturnType<typeof timesSource>> {
  const outside = is_outside ? await listOutside(reader, await readPolicy(reader.db)) : undefined;
  return timesSource(reader, await readAt(deps, reader), outside);
}
