import type { ProfileBlock } from '../access-relation';
import { cellPolicy } from './cell-policy';
import { findingsOf, noFindings } from './findings/findings-of';
import { grantsOf } from './grants-of';
import type { MinedFigures, MinedPlan, MinedProof, MinedSuggestion, RightCells, RightPlaces } from './mined-plan';
import type { MiningData } from './mining-data';
import type { MiningSettings } from './mining-input';
import { balanceOf, placingRights } from './place-rights';
import { proofWithin } from './proof-within';
import { type SuggestionDraft, suggest } from './suggest';

/** A plan that is put together suggestion by suggestion, best first. */
export type Planning = ReturnType<typeof planning>;

export function planning(data: MiningData, settings: MiningSettings) {
  const { input } = data;
  const policy = cellPolicy(input, settings.generosity);
  const placing = placingRights(data);
  const suggestions: MinedSuggestion[] = [];
  const written = { rules: 0, profiles: 0, links: 0, additions: 0 };

  const add = (draft: SuggestionDraft): MinedSuggestion => {
    const made = suggest(data, { policy, generosity: settings.generosity }, draft);
    const suggestion = { ...made, explained: placing.put(made, suggestions.length) };
    suggestions.push(suggestion);
    for (const grant of grantsOf(input.relation, suggestion, true, data.holders)) {
      if (grant.conditions.length > 0) written.rules++;
      written.profiles++;
      written.links += grant.people.length + grant.cylinders.length;
    }
    written.additions += suggestion.additions.people.length;
    return suggestion;
  };

  const figures = (lowerBound: number, isPartial: boolean): MinedFigures => {
    const balance = balanceOf(placing.rights);
    const { rights, by_rules, by_profiles } = balance;
    return {
      ...balance,
      ...written,
      links: written.links + rights - by_rules - by_profiles,
      links_before: rights,
      lower_bound: lowerBound,
      coverage: rights === 0 ? 0 : (by_rules + by_profiles) / rights,
      doubled: countOnes(placing.isDoubled),
      is_partial: isPartial,
    };
  };

  return {
    policy,
    suggestions,
    add,
    rename(first: number, ids: readonly string[]): void {
      ids.forEach((id, n) => {
        const suggestion = suggestions[first + n];
        if (suggestion) suggestions[first + n] = { ...suggestion, id };
      });
    },
    /** While it is put together: what has no place yet counts in none. */
    figures: () => {
      const { lower_bound: _, ...known } = figures(0, false);
      return known;
    },
    /** What no suggestion so far explains, at cylinders that at least so many people hold so. */
    rest: placing.rest,
    /** What of these people and cylinders the suggestions so far leave unexplained. */
    openOf: (block: ProfileBlock): ProfileBlock => placing.openOf(block.people, block.cylinders),
    finish({
      isPartial = false,
      beyond = [],
      before = null,
      proof,
      outliers,
      finds = true,
    }: {
      isPartial?: boolean;
      /** What the largest number of suggestions leaves out. */
      beyond?: readonly ProfileBlock[];
      /** Where the rights ended before an edit. */
      before?: RightPlaces | null;
      proof: MinedProof;
      outliers: RightCells;
      finds?: boolean;
    }): MinedPlan {
      placing.placeSingle({ minPeople: settings.minPeople, isPartial }, beyond, before);
      const within = proofWithin(input.relation, proof, placing.rights);
      return {
        suggestions,
        rights: placing.rights,
        figures: figures(within.rights.people.length + (within.core?.profiles ?? 0), isPartial),
        proof: within,
        findings: finds
          ? findingsOf(data, { suggestions, rights: placing.rights, isDoubled: placing.isDoubled, outliers })
          : noFindings(),
      };
    },
  };
}

function countOnes(flags: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < flags.length; at++) count += flags[at] ?? 0;
  return count;
}
