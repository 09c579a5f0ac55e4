import {
  type GuardInput,
  handWork,
  type KeySystemItem,
  type KeySystemPerson,
  planKeySystem,
  workSignature,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { itemWriter, type Summary } from '../change-sets/service';
import type { KeySystem } from '../key-systems/service';
import { settleDrift } from '../recorded/service';
import { listOpenRemovals } from '../work-list/service';
import { changeExplainer } from './explain-change';
import { driftFinder, explainDrift } from './explain-drift';
import { loadSides } from './load-sides';
import type { Recorded } from './mirror-recorded';

const largestShown = 5;

/**
 * Plans the changes from the recorded to the desired state and inserts them in order of applying. Marks what the
 * connection cannot write as waiting, with instructions for an operator.
 */
export async function writeChanges(
  deps: Deps,
  row: KeySystem,
  { recorded, changeSetId }: { recorded: Recorded; changeSetId: string },
): Promise<Summary> {
  const { desired, known, rules } = await loadSides(deps, row, recorded);
  const drift = await deps.db.transaction().execute((tx) => settleDrift(tx, row.id, desired));
  const { items, tally } = planKeySystem(desired, recorded, known);
  const numbers = employeeNumbers([...recorded.persons, ...desired.persons]);
  const isByHand = handWork({ capabilities: new Set(row.capabilities), handmade: recorded.handmade });
  const explain = changeExplainer(desired, rules);
  const changedThere = driftFinder(drift);
  const asked = await listOpenRemovals(deps.db, row.id);
  const writer = itemWriter(deps.db, changeSetId);
  const counts: Record<string, number> = {};
  const removals = new Map<string, number>();
  let askedAgain = 0;
  for (const item of items) {
    counts[item.kind] = (counts[item.kind] ?? 0) + 1;
    if (item.kind === 'member_remove') removals.set(item.detail ?? '', (removals.get(item.detail ?? '') ?? 0) + 1);
    if (asked.has(workSignature(item))) askedAgain++;
    const person_id = personOf(item);
    const waits = isByHand(item);
    if (waits) counts.waiting = (counts.waiting ?? 0) + 1;
    const found = changedThere(item);
    const message = found.length > 0 ? explainDrift(item, found, explain(item)) : waits ? explain(item) : undefined;
    const reference = numbers.get(person_id ?? '') ?? item.reference;
    await writer.add({
      ...item,
      person_id,
      reference,
      ...(waits && { outcome: 'waiting' }),
      ...(message && { message }),
    });
  }
  const total = await writer.end();
  return { total, counts, tally: withoutAsked(tally, askedAgain), largest_removals: largest(removals) };
}

/** Removals already on the work list have passed the guards before, so they count as done. */
const withoutAsked = (tally: GuardInput, asked: number): GuardInput => ({
  ...tally,
  before: tally.before - asked,
  removals: tally.removals - asked,
});

const largest = (removals: ReadonlyMap<string, number>) =>
  [...removals]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, largestShown);

/** People know these, not our ids; a person without one keeps the id. */
const employeeNumbers = (persons: readonly KeySystemPerson[]) =>
  new Map(persons.flatMap(({ reference, employee_id }) => (employee_id ? [[reference, employee_id] as const] : [])));

function personOf(item: KeySystemItem): string | null {
  if (item.kind === 'profile_put') return null;
  return 'person_reference' in item.write ? item.write.person_reference : item.write.reference;
}
