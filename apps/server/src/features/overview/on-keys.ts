import type { ExposureSummary, Overview } from '@key2xs/contract';
import type { KeyStates } from './key-states';

type OnKeys = Overview['on_keys'];

/**
 * How far recorded rights have reached the keys that our people hold. A key carries its rights itself or leaves them to the
 * cylinders; of the first kind it is known when it was last updated, of the second nothing.
 */
export function sumOnKeys(systems: readonly KeyStates[], exposure: ExposureSummary): OnKeys {
  const total = (count: 'keys' | 'up_to_date' | 'waiting' | 'unknown' | 'open_jobs') =>
    systems.reduce((sum, system) => sum + system[count], 0);
  const reads = systems.flatMap(({ is_active, read_at }) => (is_active && read_at ? [read_at] : []));
  const [first] = reads.sort((a, b) => a.getTime() - b.getTime());
  return {
    keys: total('keys'),
    up_to_date: total('up_to_date'),
    waiting: total('waiting'),
    unknown: total('unknown'),
    exposure,
    open_jobs: total('open_jobs'),
    read_at: first?.toISOString() ?? null,
  };
}
