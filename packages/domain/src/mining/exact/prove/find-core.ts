import type { FittingGraph } from '../cover/fitting-graph';
import { divideGrants } from './divide-grants';

/** Why a part needs so many profiles: `independent` fit to nothing else here, and `core` needs `profiles` more. */
export type PartProof = { independent: Int32Array; core: Int32Array; profiles: number };

/**
 * Few of the grants of a graph that need as many profiles as all of them.
 * @param profiles with fewer, all grants cannot be divided
 */
export function* findCore(graph: FittingGraph, profiles: number, maxSteps: number): Generator<undefined, PartProof> {
  let core = Int32Array.from({ length: graph.start.length - 1 }, (_, grant) => grant);
  for (const grant of core) {
    const fewer = core.filter((other) => other !== grant);
    if ((yield* divideGrants(graph, fewer, profiles - 1, maxSteps)) === 'impossible') core = fewer;
  }
  const members = new Set(core);
  const fitsNone = (grant: number) =>
    !graph.list.subarray(graph.start[grant], graph.start[grant + 1]).some((other) => members.has(other));
  const independent = core.filter(fitsNone);
  return { independent, core: core.filter((grant) => !fitsNone(grant)), profiles: profiles - independent.length };
}
