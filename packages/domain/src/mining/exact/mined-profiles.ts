import type { ProfileBlock } from '../access-relation';

/** Person and cylinder, as numbers of the relation. */
export type GrantPair = [person: number, cylinder: number];

/** Why fewer profiles are impossible: as many as `grants`, and where there is a core, its `profiles` more. */
export type LowerBoundProof = {
  /** No two of these fit into one profile: one of the two people does not have the cylinder of the other. */
  grants: GrantPair[];
  /** Few grants that cannot be covered with fewer than `profiles`; none of them fits into a profile with one of `grants`. */
  core?: { grants: GrantPair[]; profiles: number };
};

export type MinedProfiles = {
  /** Together exactly the relation: nothing more, nothing less. */
  profiles: ProfileBlock[];
  /** No exact cover has fewer profiles. */
  lowerBound: number;
  proof: LowerBoundProof;
};

/** Each wants what those before it do, and takes longer. */
export type ExactAim = 'bound' | 'profiles' | 'links';

/** `reduce`: grants that get the profile of another one; `cover`: fewer profiles, and a higher bound; `tighten`: fewer links. */
export type ExactPhase = 'reduce' | 'cover' | 'tighten';

export type ExactProgress = {
  phase: ExactPhase;
  /** Grants, profiles that are proven to be needed of those there are, or work, by phase. `total` may not be reached. */
  done: number;
  total: number;
  /** How many `cover` would have. */
  profiles: number;
  /** What is proven so far. */
  lowerBound: number;
  /**
   * An exact cover of the whole relation as it is at this moment, worked out when called, before the next step. Until all grants have
   * a profile, one for people with equal cylinders each.
   */
  cover(): ProfileBlock[];
  /** Of `lowerBound`, worked out when called, before the next step. */
  proof(): LowerBoundProof;
};
