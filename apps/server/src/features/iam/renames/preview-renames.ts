import type { CarryOverPreview } from '@key2xs/contract';
import {
  type AccessIndex,
  addToDelta,
  compareAccess,
  copyAccess,
  countBits,
  emptyDelta,
  putPerson,
  putRule,
  type RenamedField,
  withinDates,
} from '@key2xs/domain';
import type { Language } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { Deps } from '#platform/deps';
import { inSlices, mapInSlices } from '#platform/in-slices';
import { presentDelta } from '#platform/present-delta';
import { type CarriedValue, type CarryOverOfPlan, previewCarryOver } from '../../plans/service';
import { type OfChangeSet, renamedFields } from './count-moves';
import type { FindingRow } from './finding-queries';
import { findingsByFlow, listMovedPeople } from './moved-people';

/** The new names that rules are to have by these findings. */
export const carriedValues = (rows: readonly Pick<FindingRow, 'content'>[]): CarriedValue[] =>
  rows.flatMap(({ content: { field, flows } }) => flows.map(({ from, to }) => ({ field, from, to })));

export type CarryOverEffect = CarryOverPreview['effect'];

/**
 * What carrying over would write, and who gains or loses doors once rules are carried over and the people of these findings
 * have moved: no one in a plain rename, those who had the new value before in a merge.
 * @throws AppError conflict when a rule would name too much
 */
export async function previewRenames(
  deps: Pick<Deps, 'access' | 'clock' | 'db' | 'newId'>,
  of: OfChangeSet,
  rows: readonly FindingRow[],
): Promise<{ plans: CarryOverOfPlan[]; effect: CarryOverEffect }> {
  const plans = await previewCarryOver(deps, deps.db, { connectionId: of.connectionId, values: carriedValues(rows) });
  const { index } = await deps.access.whole();
  const before = copyAccess(withinDates(index, deps.clock().getTime())); // before other code patches it
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
  const delta = emptyDelta();
  for (const { persons, gained, lost } of compareAccess(before, after)) {
    addToDelta(delta, persons.length, { gained: countBits(gained), lost: countBits(lost), otherHours: 0 });
    yield;
  }
  const { people_other_hours: _, ...effect } = presentDelta(delta); // a move changes none
  return effect;
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
