import { cylindersOf, indexing, listBits, peopleInRow } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Db } from '#platform/deps';
import { inSlices } from '#platform/in-slices';
import { asProduct } from '#platform/visible-to';
import { loadCylinders, loadDrafts, loadLocations, loadPlans, loadProfiles, loadRules } from '../../access/service';
import type { Rights } from './rights';

/** Adds what a plan gives: what is in force of an active one, else what is written in its draft. */
export async function addOfPlan(tx: Db, rights: Rights, keyplanId: string): Promise<void> {
  const [plan] = await loadPlans(tx, [keyplanId]);
  if (!plan) return;
  const drafts = plan.is_active ? undefined : await loadDrafts(tx, [keyplanId]);
  const { rules, profiles } = drafts?.get(keyplanId) ?? {
    rules: await loadRules(tx),
    profiles: await loadProfiles(tx),
  };
  const ofPlan = rules.filter(({ keyplan_id }) => keyplan_id === keyplanId);
  const index = await inSlices(
    indexing({
      people: rights.crowd.facts,
      cylinders: await loadCylinders(asProduct(tx)),
      locations: await loadLocations(tx),
      profiles,
      plans: [{ ...plan, is_active: true }],
      rules: ofPlan,
    }),
  );
  for (let row = 0; row < index.people.rows.length; row++) {
    const people = peopleInRow(index.people, row);
    const [first] = people;
    if (first === undefined) continue;
    const ids = [...listBits(cylindersOf(index, first))].map((number) => index.doors.ids[number] ?? '');
    const numbers = rights.numbersOf(ids);
    for (const person of people) rights.add(index.people.ids[person] ?? null, '', numbers);
  }
  const limited = ofPlan.filter(({ time_restrictions }) => time_restrictions.length > 0).length;
  if (limited > 0)
    rights.warnings.push({ code: 'hours', sentence: say('generator.warnings.hours', { count: limited }) });
}
