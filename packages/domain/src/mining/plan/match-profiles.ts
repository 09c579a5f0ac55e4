import type { HeldProfile } from './held-profile';
import type { MinedSuggestion } from './mined-plan';
import { commonOf } from './mining-data';

/** Of the members of a profile, those that a suggestion has to have, as when it is taken over. */
const minShare = 0.5;

export type MatchedProfile = {
  profile: HeldProfile;
  /** It has exactly the people of the suggestion. */
  isSame: boolean;
};

/**
 * The profiles of today that suggestions mean: with the same cylinders at the same hours, and at least half of its members. Each is
 * matched once: first where the people are the same, then where most are.
 * @param hoursOf the schedule of all rights of a suggestion; undefined where they differ
 * @returns by position of the suggestion
 */
export function matchProfiles(
  suggestions: readonly MinedSuggestion[],
  profiles: readonly HeldProfile[],
  hoursOf: (suggestion: MinedSuggestion) => number | undefined,
): Map<number, MatchedProfile> {
  const free = new Map<string, HeldProfile[]>();
  for (const profile of profiles) {
    if (!profile.isFree) continue;
    const key = profile.cylinders.join();
    const known = free.get(key);
    if (known) known.push(profile);
    else free.set(key, [profile]);
  }
  const pairs = suggestions.flatMap((suggestion, position) => {
    // What some people lack is given by name, so the profile that is written has other cylinders.
    if (suggestion.core.length < suggestion.cylinders.length) return [];
    const alike = free.get(suggestion.cylinders.join()) ?? [];
    const hours = alike.length > 0 ? hoursOf(suggestion) : undefined;
    return alike.flatMap((profile) => {
      const common = commonOf(suggestion.people, profile.people).length;
      if (profile.hours !== hours || common < minShare * profile.people.length) return [];
      const isSame = common === suggestion.people.length && common === profile.people.length;
      return [{ position, profile, common, isSame }];
    });
  });
  pairs.sort((a, b) => Number(b.isSame) - Number(a.isSame) || b.common - a.common || a.position - b.position);
  const matched = new Map<number, MatchedProfile>();
  const taken = new Set<HeldProfile>();
  for (const { position, profile, isSame } of pairs) {
    if (matched.has(position) || taken.has(profile)) continue;
    taken.add(profile);
    matched.set(position, { profile, isSame });
  }
  return matched;
}
