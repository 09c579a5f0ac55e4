import type { Suggestion } from '@key2xs/contract';
import { hoursOfBlock, type MinedSuggestion, matchProfiles } from '@key2xs/domain';
import type { RunInput } from './input/read-input';

type Input = Pick<RunInput, 'mining' | 'hours' | 'profiles'>;

/** Profiles that key systems hold already and these suggestions mean, by id of the suggestion. */
export function recordedProfilesOf(
  { mining, hours, profiles }: Input,
  suggestions: readonly MinedSuggestion[],
): ReadonlyMap<string, NonNullable<Suggestion['recorded_profile']>> {
  const hoursOf = (suggestion: MinedSuggestion): number | undefined => {
    if (!hours) return 0;
    const [first, ...others] = hoursOfBlock(mining.relation, hours, suggestion);
    return others.length === 0 ? first?.hours : undefined;
  };
  const matched = matchProfiles(suggestions, profiles, hoursOf);
  return new Map(
    [...matched].map(
      ([
        position,
        {
          profile: { id, name },
          isSame,
        },
      ]) => [suggestions[position]?.id ?? '', { id, name, is_same: isSame }],
    ),
  );
}
