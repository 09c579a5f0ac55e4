/** How large a campus is, and how far its access departs from its rules. */
export type CampusSettings = {
  people: number;
  cylinders: number;
  buildings: number;
  departments: number;
  jobs: number;
  groups: number;
  /** Rules of a department and a job; departments, jobs and groups have one rule each. */
  pairs: number;
  /** Share of the grants by rule that are missing. */
  missing: number;
  /** Grants beyond the rules, as a share of those by rule. */
  extra: number;
  seed: number;
};

type Size = Omit<CampusSettings, 'missing' | 'extra' | 'seed'>;

/** 226 rules. */
export const campusOf10000: Size = {
  people: 10_000,
  cylinders: 2_000,
  buildings: 40,
  departments: 64,
  jobs: 26,
  groups: 23,
  pairs: 113,
};

/** 836 rules. */
export const campusOf100000: Size = {
  people: 100_000,
  cylinders: 10_050,
  buildings: 100,
  departments: 240,
  jobs: 80,
  groups: 98,
  pairs: 418,
};

/** 26 rules, for tests. */
export const campusOf600: Size = {
  people: 600,
  cylinders: 240,
  buildings: 6,
  departments: 7,
  jobs: 4,
  groups: 2,
  pairs: 13,
};
