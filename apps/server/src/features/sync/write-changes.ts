import { checkGuards, type KeySystemItem, type KeySystemPerson, planKeySystem } from '@key2xs/domain';
import type { Deps } from '#platform/deps';
import { itemWriter, type Summary } from '../change-sets/service';
import type { KeySystemRow } from '../key-systems/service';
import { loadSides } from './load-sides';
import type { Recorded } from './read-recorded';

const largestShown = 5;

/** Plans the changes that make the recorded equal to the desired, and writes them down in order of applying. */
export async function writeChanges(
  deps: Deps,
  row: KeySystemRow,
  { recorded, changeSetId }: { recorded: Recorded; changeSetId: string },
): Promise<Summary> {
  const { desired, known } = await loadSides(deps, row, recorded);
  const { items, tally } = planKeySystem(desired, recorded, known);
  const numbers = employeeNumbers([...recorded.persons, ...desired.persons]);
  const writer = itemWriter(deps.db, changeSetId);
  const counts: Record<string, number> = {};
  const removals = new Map<string, number>();
  for (const item of items) {
    counts[item.kind] = (counts[item.kind] ?? 0) + 1;
    if (item.kind === 'member_remove') removals.set(item.detail ?? '', (removals.get(item.detail ?? '') ?? 0) + 1);
    const person_id = personOf(item);
    await writer.add({ ...item, person_id, reference: numbers.get(person_id ?? '') ?? item.reference });
  }
  const total = await writer.end();
  const largest_removals = [...removals]
    .map(([label, count]) => ({ label, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, largestShown);
  return { total, counts, guards: checkGuards(tally, Number(row.guard_limit_percent)), largest_removals };
}

/** People know each other by these, not by our ids; who has none keeps the id. */
const employeeNumbers = (persons: readonly KeySystemPerson[]) =>
  new Map(persons.flatMap(({ reference, employee_id }) => (employee_id ? [[reference, employee_id] as const] : [])));

function personOf(item: KeySystemItem): string | null {
  if (item.kind === 'profile_put') return null;
  return 'person_reference' in item.write ? item.write.person_reference : item.write.reference;
}
