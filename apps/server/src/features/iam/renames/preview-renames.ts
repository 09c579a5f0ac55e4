import type { CarryOverPreview } from '@key2xs/contract';
import {
  type AccessIndex,
  compareAccess,
  copyAccess,
  countBits,
  putPerson,
  putRule,
  type RenamedField,
  withinDates,
} from '@key2xs/domain';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import { inSlices, mapInSlices } from '#platform/in-slices';
import { type CarriedValue, type CarryOverOfPlan, previewCarryOver } from '../../plans/service';
import { type OfChangeSet, renamedFields } from './count-moves';
import type { FindingRow } from './finding-queries';
import { findingsByFlow, listMovedPeople } from './moved-people';

/** The new names that rules are to have by these findings. */
export const carriedValues = (rows: readonly Pick<FindingRow, 'content'>[]): CarriedValue[] =>
  rows.flatMap(({ content: { field, flows } }) => flows.map(({ from, to }) => ({ field, from, to })));

export type CarryOverEffect = CarryOverPreview['effect'];

/**
 * What carrying over would write, and who gains or loses doors once rules are carried over and the people of these findings have
 * moved. Nobody does in a plain rename; in a merge those do who had the new value before.
 * @throws AppError conflict when a rule would name too much
 */
export async function previewRenames(
  deps: Pick<Deps, 'access' | 'clock' | 'db' | 'newId'>,
  of: OfChangeSet,
  rows: readonly FindingRow[],
): Promise<{ plans: CarryOverOfPlan[]; effect: CarryOverEffect }> {
  const plans = await previewCarryOver(deps, deps.db, { connectionId: of.connectionId, values: carriedValues(rows) });
  const { index } = await deps.access.whole();
  const before = copyAccess(withinDates(index, deps.clock().getTime())); // before anybody else patches it
  const after = copyAccess(before);
  for (const rule of plans.flatMap(({ in_force }) => in_force)) putRule(after, rule);
  const findingOf = findingsByFlow(rows.map(({ content }) => content));
  for await (const people of listMovedPeople(deps.db, of)) {
    await mapInSlices(people, (person) => {
      const fields = renamedFields.filter((field) => findingOf(person, field));
      const moved = Object.fromEntries(fields.map((field: RenamedField) => [field, person.to[field] ?? null]));
      if (fields.length > 0) putPerson(after, { ...person.facts, ...moved });
    });
  }
  return { plans, effect: await inSlices(sumEffect(before, after)) };
}

function* sumEffect(before: AccessIndex, after: AccessIndex): Generator<undefined, CarryOverEffect> {
  const sum = { people_gaining: 0, people_losing: 0, rights_gained: 0, rights_lost: 0 };
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    const [more, fewer] = [countBits(gained), countBits(lost)];
    if (more > 0) sum.people_gaining += persons.length;
    if (fewer > 0) sum.people_losing += persons.length;
    sum.rights_gained += more * persons.length;
    sum.rights_lost += fewer * persons.length;
    yield;
  }
  return sum;
}

export const presentPreview = (
  { plans, effect }: { plans: readonly CarryOverOfPlan[]; effect: CarryOverEffect },
  language: Language,
): CarryOverPreview => ({
  plans: plans.map(({ in_force: _, sentences, ...plan }) => ({
    ...plan,
    sentences: sentences.map((one) => renderSentence(one, language)),
  })),
  effect,
});
