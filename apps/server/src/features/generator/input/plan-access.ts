import type { TimeRestriction } from '@key2xs/contract';
import { type AccessIndex, grantingRules, indexing, listBits, peopleInRow, rulesOfPerson } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { inSlices, mapInSlices } from '#platform/in-slices';
import { asProduct } from '#platform/visible-to';
import { loadCylinders, loadDrafts, loadLocations, loadPlans, loadProfiles, loadRules } from '../../access/service';
import type { Rights } from './rights';

/** Adds what a plan gives: what is in force of an active one, else what is written in its draft. */
export async function addOfPlan(tx: Db, rights: Rights, keyplanId: string, now: Date): Promise<void> {
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
  const grants = grantsOfRules(rights, index, now);
  await mapInSlices(index.people.rows.keys(), (row) => {
    const people = peopleInRow(index.people, row);
    const [first] = people;
    if (first === undefined) return;
    const bySchedule = Map.groupBy(rulesOfPerson(index, first), (rule) => grants.get(rule)?.schedule);
    for (const [schedule, same] of bySchedule) {
      if (schedule === undefined) continue;
      const doors = new Set(same.flatMap((rule) => grants.get(rule)?.doors ?? []));
      for (const person of people) {
        const number = rights.crowd.numberOf.get(index.people.ids[person] ?? '');
        if (number === undefined) continue;
        rights.give(number, doors, schedule);
        for (const rule of same) grants.get(rule)?.people.push(number);
      }
    }
  });
  for (const [{ rule }, { people, doors, schedule: hours }] of grants)
    rights.hold({ id: rule.id, name: rule.name, people, doors, hours, isFree: false });
  rights.warnOfHours(ofPlan.filter(({ time_restrictions }) => time_restrictions.length > 0).length);
}

/** The doors of each rule, their schedule and, to be added, its people, by number; none of a rule whose dates are over. */
function grantsOfRules(rights: Rights, index: AccessIndex, now: Date) {
  const isOver = ({ valid_until }: TimeRestriction) => valid_until !== null && Date.parse(valid_until) <= now.getTime();
  return new Map(
    grantingRules(index).flatMap((granting) => {
      const windows = granting.rule.time_restrictions;
      const left = windows.filter((window) => !isOver(window));
      const schedule = windows.length > 0 && left.length === 0 ? undefined : rights.schedules.numberOf(left);
      if (schedule === undefined) return [];
      const ids = [...listBits(granting.cylinders)].map((number) => index.doors.ids[number] ?? '');
      return [[granting, { schedule, doors: rights.numbersOf(ids), people: [] as number[] }] as const];
    }),
  );
}
