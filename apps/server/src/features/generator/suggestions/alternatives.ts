import type { SuggestionDetail } from '@key2xs/contract';
import { type MinedSuggestion, type MiningSettings, planOf, rowOf } from '@key2xs/domain';
import type { RunInput } from '../input/read-input';
import { intsOfBytes } from '../packing';
import { peopleWith } from './people-with';
import type { SuggestionRow } from './suggestion-rows';

/** `matching`: the people with its conditions. */
export type Alternative = SuggestionDetail['alternatives'][number] & { matching: Int32Array };
type Value = { attribute: number; value: number };
export type Block = Pick<SuggestionRow, 'conditions'> & { people: Uint8Array; cylinders: Uint8Array };

const maxAlternatives = 5;
/** Values that most of its people share; more would make too many pairs. */
const maxValues = 8;
const minShare = 0.5;

/** Other conditions for much the same people, best first: values that most of its people share, alone and in pairs. */
export function alternativesOf(
  { mining, names }: Pick<RunInput, 'mining' | 'names'>,
  settings: MiningSettings,
  row: Block,
): Alternative[] {
  const [people, cylinders] = [intsOfBytes(row.people), intsOfBytes(row.cylinders)];
  const values = sharedValues(mining, people);
  const pairs = values.flatMap((one, n) =>
    values.slice(n + 1).flatMap((other) => (other.attribute === one.attribute ? [] : [[one, other]])),
  );
  const fitting = [...values.map((one) => [one]), ...pairs]
    .map((conditions) => ({
      conditions,
      named: nameConditions(conditions, mining, names),
      matching: peopleWith(mining, conditions),
    }))
    .filter(({ named, matching }) => matching.length > 0 && keyOf(named) !== keyOf(row.conditions))
    .map((one) => ({ ...one, fit: fitOf(people, one.matching) }))
    .filter(({ fit }) => fit >= minShare)
    .sort((a, b) => b.fit - a.fit || a.conditions.length - b.conditions.length)
    .slice(0, maxAlternatives);
  const suggested = fitting.map(({ conditions, matching }, n) => ({
    ...shell,
    id: `${n}`,
    conditions,
    people: matching,
    cylinders,
  }));
  const measured = planOf(mining, settings, suggested, null, { finds: false }).suggestions;
  return fitting.map(({ named, matching }, n) => {
    const { confidence = 0, additions } = measured[n] ?? {};
    return {
      conditions: named,
      people: matching.length,
      rights: Math.round(confidence * matching.length * cylinders.length),
      additions: additions?.people.length ?? 0,
      confidence,
      matching,
    };
  });
}

const none = new Int32Array(0);
/** What of a suggestion follows anew. */
const shell: Omit<MinedSuggestion, 'id' | 'conditions' | 'people' | 'cylinders'> = {
  kind: 'rule',
  core: none,
  likely: none,
  limited: none,
  additions: { people: none, cylinders: none },
  explained: 0,
  confidence: 0,
  support: 0,
  recall: 0,
  lift: 0,
  outliers: none,
  risks: [],
  pinned: false,
};

/** By which two lists of conditions are the same. */
export const keyOf = (conditions: readonly { attribute: string; value: string }[]): string =>
  conditions
    .map(({ attribute, value }) => `${attribute} ${value}`)
    .sort()
    .join('\n');

function sharedValues({ attributes, relation }: RunInput['mining'], people: Int32Array): Value[] {
  return attributes
    .flatMap((attribute, number) => {
      const counts = new Int32Array(attribute.values);
      const values = { ...attribute, people: relation.people, cylinders: attribute.values };
      for (const person of people) for (const value of rowOf(values, person)) counts[value] = (counts[value] ?? 0) + 1;
      return [...counts.entries()].map(([value, count]) => ({ attribute: number, value, count }));
    })
    .filter(({ count }) => count >= people.length * minShare && count > 0)
    .sort((a, b) => b.count - a.count || a.attribute - b.attribute || a.value - b.value)
    .slice(0, maxValues);
}

/** The share of people in both among those in either. */
function fitOf(people: Int32Array, others: Int32Array): number {
  const members = new Set(people);
  const both = others.reduce((count, person) => count + (members.has(person) ? 1 : 0), 0);
  return both / (people.length + others.length - both || 1);
}

function nameConditions(
  conditions: readonly Value[],
  { attributes }: RunInput['mining'],
  names: RunInput['names'],
): Block['conditions'] {
  return conditions.flatMap(({ attribute, value }) => {
    const of = attributes[attribute];
    const name = names.values[attribute]?.[value] ?? '';
    return of ? [{ attribute: of.name, value: of.name === 'group' ? (of.keys[value] ?? '') : name, name }] : [];
  });
}
