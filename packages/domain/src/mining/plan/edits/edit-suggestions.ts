import { miningData } from '../mining-data';
import type { MinedCondition, MiningInput } from '../mining-input';
import type { SuggestionDraft } from '../suggest';

/** The suggestions after an edit, for `planOf`; null where the edit makes no sense. */
type Edited = readonly SuggestionDraft[] | null;

/** Puts these cylinders of a suggestion into one of its own behind it, for the same people. */
export function splitSuggestion(
  suggestions: readonly SuggestionDraft[],
  id: string,
  second: { id: string; cylinders: Int32Array },
): Edited {
  const moved = new Set(second.cylinders);
  return edited(suggestions, id, (suggestion) => {
    const stays = suggestion.cylinders.filter((cylinder) => !moved.has(cylinder));
    const goes = suggestion.cylinders.filter((cylinder) => moved.has(cylinder));
    if (stays.length === 0 || goes.length === 0) return null;
    return [
      { ...suggestion, cylinders: stays },
      { ...suggestion, id: second.id, cylinders: goes },
    ];
  });
}

/**
 * Makes one of suggestions that have the same conditions, or for profiles the same people or the same cylinders. Those that
 * are merged into the first are gone.
 */
export function mergeSuggestions(
  suggestions: readonly SuggestionDraft[],
  id: string,
  others: readonly string[],
): Edited {
  const merged = suggestions.filter((suggestion) => suggestion.id !== id && others.includes(suggestion.id));
  if (merged.length === 0 || merged.length < new Set(others).size) return null;
  const rest = suggestions.filter((suggestion) => !merged.includes(suggestion));
  return edited(rest, id, (into) => {
    const all = [into, ...merged];
    const areOf = (list: (suggestion: SuggestionDraft) => string) => all.every((one) => list(one) === list(into));
    const sameConditions = into.kind === 'rule' && areOf(({ conditions }) => conditionKey(conditions));
    const areProfiles = all.every(({ kind }) => kind === 'profile');
    const fits = areOf(({ people }) => people.join()) || areOf(({ cylinders }) => cylinders.join());
    if (!sameConditions && !(areProfiles && fits)) return null;
    const [people, cylinders] = [all.map((one) => one.people), all.map((one) => one.cylinders)].map(union);
    return people && cylinders ? [{ ...into, people, cylinders, pinned: all.some(({ pinned }) => pinned) }] : null;
  });
}

export const pinSuggestion = (suggestions: readonly SuggestionDraft[], id: string, pinned: boolean): Edited =>
  edited(suggestions, id, (suggestion) => [{ ...suggestion, pinned }]);

/** Takes cylinders out; without any left the suggestion is gone. */
export function takeOutCylinders(suggestions: readonly SuggestionDraft[], id: string, cylinders: Int32Array): Edited {
  const out = new Set(cylinders);
  return edited(suggestions, id, (suggestion) => {
    const stays = suggestion.cylinders.filter((cylinder) => !out.has(cylinder));
    return stays.length === 0 ? [] : [{ ...suggestion, cylinders: stays }];
  });
}

/** Gives the cylinders of a suggestion to the people who match other conditions. */
export function changeConditions(
  input: MiningInput,
  suggestions: readonly SuggestionDraft[],
  id: string,
  conditions: readonly MinedCondition[],
): Edited {
  const people = miningData(input).peopleOf(conditions);
  if (conditions.length === 0 || people.length === 0) return null;
  return edited(suggestions, id, (suggestion) => [{ ...suggestion, kind: 'rule', conditions, people }]);
}

function edited(
  suggestions: readonly SuggestionDraft[],
  id: string,
  edit: (suggestion: SuggestionDraft) => SuggestionDraft[] | null,
): Edited {
  const at = suggestions.findIndex((suggestion) => suggestion.id === id);
  const suggestion = suggestions[at];
  const replaced = suggestion ? edit(suggestion) : null;
  return replaced && [...suggestions.slice(0, at), ...replaced, ...suggestions.slice(at + 1)];
}

const conditionKey = (conditions: readonly MinedCondition[]): string =>
  conditions
    .map(({ attribute, value }) => `${attribute} ${value}`)
    .sort()
    .join();

const union = (lists: readonly Int32Array[]): Int32Array =>
  Int32Array.from(new Set(lists.flatMap((list) => [...list]))).sort();
