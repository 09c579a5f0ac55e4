import type { MinedSuggestion } from '../mined-plan';
import type { MinedCondition } from '../mining-input';

/** The suggestions of a plan, ready to be asked for one person after the other. */
export type PlanIndex = {
  suggestions: readonly MinedSuggestion[];
  rules: readonly number[];
  /** The profiles that give each cylinder. */
  profilesOf: ReadonlyMap<number, readonly number[]>;
};

export type PersonCover = {
  /** Positions of rules that the person matches, and of profiles for the rest. */
  rules: number[];
  profiles: number[];
  /** Cylinders that neither gives. */
  single: number[];
  /** Cylinders that the rules give and the person does not have yet. */
  gained: number[];
};

export function indexPlan(suggestions: readonly MinedSuggestion[]): PlanIndex {
  const rules: number[] = [];
  const profilesOf = new Map<number, number[]>();
  suggestions.forEach(({ kind, cylinders }, position) => {
    if (kind === 'rule') {
      rules.push(position);
      return;
    }
    for (const cylinder of cylinders) {
      const known = profilesOf.get(cylinder);
      if (known) known.push(position);
      else profilesOf.set(cylinder, [position]);
    }
  });
  return { suggestions, rules, profilesOf };
}

/**
 * How a new or changed person fits into a plan that stays as it is: the rules, then profiles all of whose cylinders the person
 * has, those that cover most first. Additions are not given.
 */
export function coverPerson(
  { suggestions, rules, profilesOf }: PlanIndex,
  { has, cylinders }: { has: (condition: MinedCondition) => boolean; cylinders: Int32Array },
): PersonCover {
  const held = new Set(cylinders);
  const open = new Set(cylinders);
  const gained = new Set<number>();
  const matching = rules.filter((position) => suggestions[position]?.conditions.every(has));
  for (const position of matching) {
    for (const cylinder of suggestions[position]?.core ?? []) {
      open.delete(cylinder);
      if (!held.has(cylinder)) gained.add(cylinder);
    }
  }
  const shared = new Map<number, number>();
  for (const cylinder of held) {
    for (const position of profilesOf.get(cylinder) ?? []) shared.set(position, (shared.get(position) ?? 0) + 1);
  }
  const fitting = [...shared.keys()].filter(
    (position) => shared.get(position) === suggestions[position]?.cylinders.length,
  );
  const profiles: number[] = [];
  for (;;) {
    let best = -1;
    let most = 0;
    for (const position of fitting) {
      const many = suggestions[position]?.cylinders.filter((cylinder) => open.has(cylinder)).length ?? 0;
      if (many > most || (many === most && many > 0 && position < best)) [best, most] = [position, many];
    }
    if (best === -1) return { rules: matching, profiles, single: [...open], gained: [...gained] };
    profiles.push(best);
    for (const cylinder of suggestions[best]?.cylinders ?? []) open.delete(cylinder);
  }
}
