import type { Random } from '../../random';
import { independentGrants, independentInOrder } from '../prove/independent-grants';
import { byFitting, type Colouring, costOfFit, fitProfiles } from './fit-profiles';
import type { KernelPart } from './fitting-graph';
import { fitAgain } from './iterate-greedy';

/** Profiles for the grants of a part, and grants of it no two of which fit into one profile. */
export type PartCover = { colouring: Colouring; independent: Int32Array };

/** Words of bits spent on a part, at most about, before it is left as it is. */
const maxWords = 400_000_000;
const wordsBetweenYields = 4_000_000;

/** Searches until both numbers are equal, or for long enough. Yields what it has, often. */
export function* coverPart({ kernel, graph }: KernelPart, random: Random): Generator<PartCover, PartCover> {
  const order = byFitting(kernel, graph?.start);
  let colouring = fitProfiles(kernel, order);
  const other = fitProfiles(kernel, order.slice().reverse());
  if (other.profiles < colouring.profiles) colouring = other;
  let independent = graph ? independentGrants(graph, random) : independentInOrder(kernel, order);
  yield { colouring, independent };

  const graphCost = graph ? graph.list.length + 10 * kernel.row.length : 0;
  let sinceYield = 0;
  let [toCover, toProve] = [maxWords, maxWords / 4];
  for (let round = 0; independent.length < colouring.profiles; round++) {
    const cost = costOfFit(kernel, colouring.profiles);
    if (toCover < cost && toProve < graphCost) break;
    if (toCover >= cost) {
      const again = fitAgain(kernel, colouring, random, round);
      if (again.profiles < colouring.profiles) toCover = Math.min(maxWords, toCover + maxWords / 4);
      colouring = again;
      toCover -= cost;
    }
    if (graph && toProve >= graphCost) {
      const found = independentGrants(graph, random);
      if (found.length > independent.length) independent = found;
      toProve -= graphCost;
    }
    sinceYield += cost + graphCost;
    if (sinceYield < wordsBetweenYields) continue;
    sinceYield = 0;
    yield { colouring, independent };
  }
  return { colouring, independent };
}
