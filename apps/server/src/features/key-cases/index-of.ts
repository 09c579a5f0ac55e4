import { type AccessIndex, indexing, type PersonFacts } from '@key2xs/domain';
import { inSlices } from '#platform/in-slices';
import type { Reader } from '#platform/visible-to';
import { loadCylinders, loadLocations, loadPlans, loadProfiles, loadRules } from '../access/service';

/** What the plans in force give these people, of the doors that the reader may see: an index of its own, which may be patched. */
export async function indexOf(reader: Reader, people: readonly PersonFacts[]): Promise<AccessIndex> {
  const { db } = reader;
  return inSlices(
    indexing({
      people,
      cylinders: await loadCylinders(reader),
      locations: await loadLocations(db),
      profiles: await loadProfiles(db),
      plans: await loadPlans(db),
      rules: await loadRules(db),
    }),
  );
}
