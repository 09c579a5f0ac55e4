/** Which groups explain which cylinder: the model while it is worked on. */
export type RuleLinks = {
  ofCylinder: number[][];
  /** Those of them that explain enough of its grants alone. */
  trusted: number[][];
  /** For each group, how many cylinders it explains. */
  usage: Int32Array;
};

export const emptyLinks = (cylinders: number, groups: number): RuleLinks => ({
  ofCylinder: Array.from({ length: cylinders }, () => []),
  trusted: Array.from({ length: cylinders }, () => []),
  usage: new Int32Array(groups),
});

/** For each group its cylinders, ascending. */
export function profilesOf(ofCylinder: readonly number[][], groups: number): number[][] {
  const profiles: number[][] = Array.from({ length: groups }, () => []);
  ofCylinder.forEach((chosen, cylinder) => {
    for (const group of chosen) profiles[group]?.push(cylinder);
  });
  return profiles;
}
