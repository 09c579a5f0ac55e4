import { canonicalJson } from '#platform/audit/audit';
import type { PlanContent } from './sides';

/** Records that say the same are those that are written, so that they count as untouched. */
export function withoutEqual(written: PlanContent, wanted: PlanContent): PlanContent {
  const kept = <T extends { id: string }>(before: Map<string, T>, after: Map<string, T>) =>
    byId(
      [...after.values()].map((one) => {
        const old = before.get(one.id);
        return old && sayOf(old) === sayOf(one) ? old : one;
      }),
    );
  return { rules: kept(written.rules, wanted.rules), profiles: kept(written.profiles, wanted.profiles) };
}

/** What a record says, whatever the order of its parts. */
const sayOf = (record: object): string =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map((part) => canonicalJson(part)).sort() : value,
      ]),
    ),
  );

const byId = <T extends { id: string }>(records: readonly T[]) => new Map(records.map((one) => [one.id, one]));
