import {
  type CountCorrection,
  correctionOf,
  type Key,
  type KeyCount,
  type keyCounts,
  type keyHappenings,
  maxCountDifferences,
} from '@key2xs/contract';
import type { KeyEvent } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { changeCustody, type Holder } from '../change-custody';
import { storeKeys } from '../manage-keys';
import { getCount, type HeldCount, holdCount } from './count-source';
import { type Difference, differencesOf, figuresOf } from './judge';

type Desk = { deps: Deps; caller: Caller };
type Closing = z.output<typeof keyCounts.close.body> & { id: string; expectedVersion: number | undefined };

/**
 * Closes a count for good: its differences are frozen as they stand, and what is decided of them happens to the keys, all or nothing.
 * @throws AppError not_found, conflict, version_conflict after another scan, validation_failed for a correction that fits no difference
 */
export async function closeCount({ deps, caller }: Desk, closing: Closing): Promise<KeyCount> {
  const { id, reason, corrections, expectedVersion } = closing;
  const closed = await deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    const count = await holdCount(tx, reader, id);
    refuseOtherVersion(count.version, expectedVersion, say('keyCount.changed'));
    const figures = await figuresOf(reader, count);
    const found = await differencesOf(reader, count, { limit: maxCountDifferences + 1, offset: 0 });
    if (found.length > maxCountDifferences)
      throw new AppError('conflict', say('keyCount.tooMany', { most: maxCountDifferences }));
    const decided = new Map(corrections.map(({ key_id, correction }) => [key_id, correction]));
    refuseUnfit(found, corrections, count);
    const differences = found.map((one) => ({ ...one, correction: decided.get(one.key_id ?? '') ?? null }));
    await correct(tx, { deps, caller }, { differences, reason, storage: count.storage });
    const now = deps.clock();
    await tx
      .updateTable('key_count')
      .set((q) => ({
        ...{ closed_at: now, closed_by: caller.name, reason, version: q('version', '+', 1) },
        ...{ figures: JSON.stringify(figures), differences: JSON.stringify(differences) },
      }))
      .where('id', '=', id)
      .execute();
    const details = { ...figures, reason, corrections: corrections.length };
    await recordEvent(tx, caller, 'key_count.closed', { id, details });
    return getCount(reader, id);
  });
  deps.jobs.nudge();
  return closed;
}

type Wanted = Closing['corrections'];

function refuseUnfit(found: readonly Difference[], wanted: Wanted, { storage }: HeldCount): void {
  const byKey = new Map(found.map((one) => [one.key_id, one]));
  const seen = new Set<string>();
  for (const { key_id, correction } of wanted) {
    const difference = byKey.get(key_id);
    const isUnfit = !difference || correctionOf[difference.kind] !== correction;
    if (isUnfit || seen.has(key_id) || (correction === 'store' && storage === ''))
      throw invalidField('corrections', say('keyCount.unfitCorrection'));
    seen.add(key_id);
  }
}

const happens: Record<
  Exclude<CountCorrection, 'store'>,
  { event: KeyEvent<Holder>; happening: (typeof keyHappenings)[number]; action: 'key.reported' | 'key.returned' }
> = {
  report_lost: { event: { event: 'report_lost' }, happening: 'reported_lost', action: 'key.reported' },
  find: { event: { event: 'find', by_holder: false }, happening: 'found', action: 'key.reported' },
  restore: { event: { event: 'restore' }, happening: 'restored', action: 'key.reported' },
  return: { event: { event: 'return' }, happening: 'returned', action: 'key.returned' },
};

type Decided = { differences: readonly Difference[]; reason: string; storage: string };

async function correct(tx: Tx, desk: Desk, { differences, reason, storage }: Decided): Promise<Key[]> {
  const idsFor = (wanted: CountCorrection) =>
    differences.flatMap(({ key_id, correction }) => (key_id && correction === wanted ? [key_id] : []));
  const changed: Key[] = [];
  for (const [name, { action, ...happened }] of Object.entries(happens)) {
    const ids = idsFor(name as CountCorrection); // a name of the record above
    if (ids.length === 0) continue;
    const happenings = ids.map((key_id) => ({ key_id, ...happened }));
    changed.push(...(await changeCustody(tx, desk, { happenings, action, reason, receipt_id: null })));
  }
  const toStore = idsFor('store');
  if (toStore.length > 0) changed.push(...(await storeKeys(tx, desk, toStore, storage)));
  return changed;
}
