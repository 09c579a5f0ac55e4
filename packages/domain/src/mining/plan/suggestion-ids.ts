import type { MinedSuggestion } from './mined-plan';
import { commonOf } from './mining-data';
import type { MinedCondition, MiningAttribute, PreviousSuggestion } from './mining-input';

/** Less alike, in people and in cylinders each, is another suggestion. */
const minAlike = 0.5;

/** Gives suggestions the ids of an earlier run where they are the same, or most like it; else new ones. */
export function suggestionIds(attributes: readonly MiningAttribute[], previous: readonly PreviousSuggestion[]) {
  const taken = new Set<string>();
  const free = new Map(previous.filter(({ pinned }) => !pinned).map((earlier) => [earlier.id, earlier]));
  for (const { id, pinned } of previous) if (pinned) taken.add(id);

  const take = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}~${n}`;
    taken.add(id);
    free.delete(id);
    return id;
  };

  return (suggestions: readonly MinedSuggestion[]): string[] => {
    const ids: (string | undefined)[] = suggestions.map(() => undefined);
    const byConditions = new Map<string, string>();
    for (const { id, conditions } of free.values()) {
      if (conditions.length > 0) byConditions.set(conditionsKey(attributes, conditions), id);
    }
    suggestions.forEach(({ conditions }, n) => {
      const id = byConditions.get(conditionsKey(attributes, conditions));
      if (id === undefined || !free.has(id)) return;
      ids[n] = take(id);
    });
    const open = suggestions.filter((_, n) => ids[n] === undefined);
    for (const { suggestion, id } of alikeFirst(open, [...free.values()])) {
      const n = suggestions.indexOf(suggestion);
      if (ids[n] === undefined && free.has(id)) ids[n] = take(id);
    }
    return suggestions.map((suggestion, n) => ids[n] ?? take(newId(attributes, suggestion)));
  };
}

/** What the conditions are in every run. */
const conditionsKey = (attributes: readonly MiningAttribute[], conditions: readonly MinedCondition[]): string =>
  conditions
    .map(({ attribute, value }) => `${attributes[attribute]?.name}=${attributes[attribute]?.keys[value]}`)
    .sort()
    .join('&');

function newId(attributes: readonly MiningAttribute[], { conditions, people, cylinders }: MinedSuggestion): string {
  if (conditions.length > 0) return `rule:${conditionsKey(attributes, conditions)}`;
  return `profile:${digest(people).toString(36)}${digest(cylinders).toString(36)}`;
}

/** FNV-1a of 32 bits. */
const digest = (numbers: Int32Array): number =>
  numbers.reduce((hash, number) => Math.imul(hash ^ number, 0x01000193) >>> 0, 0x811c9dc5);

function alikeFirst(
  suggestions: readonly MinedSuggestion[],
  previous: readonly PreviousSuggestion[],
): { suggestion: MinedSuggestion; id: string; alike: number }[] {
  const atCylinder = new Map<number, PreviousSuggestion[]>();
  for (const earlier of previous) {
    for (const cylinder of earlier.cylinders) {
      const known = atCylinder.get(cylinder);
      if (known) known.push(earlier);
      else atCylinder.set(cylinder, [earlier]);
    }
  }
  const pairs: { suggestion: MinedSuggestion; id: string; alike: number }[] = [];
  for (const suggestion of suggestions) {
    const common = new Map<PreviousSuggestion, number>();
    for (const cylinder of suggestion.cylinders) {
      for (const earlier of atCylinder.get(cylinder) ?? []) common.set(earlier, (common.get(earlier) ?? 0) + 1);
    }
    for (const [earlier, many] of common) {
      const ofCylinders = many / (suggestion.cylinders.length + earlier.cylinders.length - many);
      if (ofCylinders < minAlike) continue;
      const ofPeople = jaccard(suggestion.people, earlier.people);
      if (ofPeople >= minAlike) pairs.push({ suggestion, id: earlier.id, alike: ofCylinders * ofPeople });
    }
  }
  return pairs.sort((a, b) => b.alike - a.alike);
}

function jaccard(a: Int32Array, b: Int32Array): number {
  const common = commonOf(a, b).length;
  const all = a.length + b.length - common;
  return all === 0 ? 1 : common / all;
}
