import {
  handWork,
  type KeySystemItem,
  type KeySystemPerson,
  leaveAsAdopted,
  planKeySystem,
  withAdopted,
} from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { withSnapshot } from '../access/service';
import { itemWriter, type Summary } from '../change-sets/service';
import type { KeySystem } from '../key-systems/service';
import { settleDrift } from '../recorded/service';
import { listOpenRemovals } from '../work-list/service';
import { adoptionItems, adoptionOf, textsWith } from './adoption/adoption-items';
import { changeExplainer } from './explain-change';
import { driftFinder, explainDrift } from './explain-drift';
import { loadSides } from './load-sides';
import type { Recorded } from './mirror-recorded';
import { removalCounter } from './removal-counter';
import { writeDoors } from './write-doors';

/**
 * Plans what is adopted and the changes from the recorded to the desired state, and inserts them in order of applying. Marks what the
 * connection cannot write as waiting, with instructions for an operator.
 */
export async function writeChanges(
  deps: Deps,
  row: KeySystem,
  { recorded: read, changeSetId }: { recorded: Recorded; changeSetId: string },
): Promise<Summary> {
  const references = read.persons.map(({ reference }) => reference);
  const at = deps.clock();
  const loaded = await withSnapshot(deps.db, (tx) => loadSides(tx, row.id, { persons: references, at }));
  const adoption = adoptionOf(loaded, read);
  const adopted = textsWith(loaded, adoption);
  const recorded = { ...read, ...withAdopted(read, adoption) };
  const desired = leaveAsAdopted(loaded.desired, recorded, { adopted, doors: loaded.doors });
  const sides = { ...loaded, desired };
  const { known, rules } = sides;
  const drift = await deps.db.transaction().execute((tx) => settleDrift(tx, row.id, desired));
  const numbers = employeeNumbers([...recorded.persons, ...desired.persons]);
  const isByHand = handWork({ capabilities: new Set(row.capabilities), handmade: recorded.handmade });
  const explain = changeExplainer(desired, rules);
  const changedThere = driftFinder(drift);
  const openRemovals = await listOpenRemovals(deps.db, row.id);
  const removals = removalCounter(openRemovals);
  const writer = itemWriter(deps.db, changeSetId);
  const counts: Record<string, number> = {};
  for (const item of adoptionItems(adoption, loaded.desired)) {
    counts[item.kind] = (counts[item.kind] ?? 0) + 1;
    await writer.add(item);
  }
  for (const item of planKeySystem(desired, recorded, known)) {
    counts[item.kind] = (counts[item.kind] ?? 0) + 1;
    removals.add(item);
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
  const { effect, ...losing } = await writeDoors(deps, row, { sides, recorded, drift, numbers, changeSetId });
  return { total, counts, effect, ...removals.guard(losing) };
}

/** Employee numbers by our ids; a person without one is left out and shown by id. */
const employeeNumbers = (persons: readonly KeySystemPerson[]) =>
  new Map(persons.flatMap(({ reference, employee_id }) => (employee_id ? [[reference, employee_id] as const] : [])));

function personOf(item: KeySystemItem): string | null {
  if (item.kind === 'profile_put') return null;
  return 'person_reference' in item.write ? item.write.person_reference : item.write.reference;
}
