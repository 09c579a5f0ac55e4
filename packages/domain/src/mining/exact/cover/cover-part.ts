import { type Random, shuffle } from '../../random';
import { divideGrants } from '../prove/divide-grants';
import { findCore, type PartProof } from '../prove/find-core';
import { independentGrants, independentInOrder } from '../prove/independent-grants';
import { reporting } from '../reporting';
import { byFitting, type Colouring, costOfFit, fitProfiles } from './fit-profiles';
import type { FittingGraph, KernelPart } from './fitting-graph';
import { fitAgain } from './iterate-greedy';

/** Profiles for the grants of a part, and why it needs so many. */
export type PartCover = { colouring: Colouring; proof: PartProof };

export const boundOf = ({ independent, profiles }: PartProof): number => independent.length + profiles;

/** Words of bits spent on a part, at most about, before it is left as it is. */
const maxWords = 2_000_000_000;
/** The same of a part so small that all ways can be tried. */
const maxWordsOfSmall = 4_000_000;
const maxGrantsOfSmall = 400;
const maxSteps = 10_000_000;
/** After so many rounds that gain nothing it is enough. */
const maxIdleRounds = 150;
const wordsBetweenYields = 1_000_000;

/** The best of three orders by first fit. Yields often. */
export function* coverFirst({ kernel, graph }: KernelPart, random: Random): Generator<undefined, PartCover> {
  const order = byFitting(kernel, graph?.start);
  const independent = graph ? independentGrants(graph, random) : yield* independentInOrder(kernel, order);
  const mixed = order.slice();
  shuffle(mixed, random); // in any sorted order, people who each lack one cylinder get a profile each
  let colouring = yield* fitProfiles(kernel, order);
  for (const other of [order.slice().reverse(), mixed]) {
    const found = yield* fitProfiles(kernel, other);
    if (found.profiles < colouring.profiles) colouring = found;
  }
  return { colouring, proof: proofOf(independent) };
}

/** Searches until as many profiles are needed as there are, or for long enough. Yields what it has, often. */
export function* coverPart(
  part: KernelPart,
  first: PartCover,
  random: Random,
  wantsProfiles: boolean,
): Generator<PartCover, PartCover> {
  const { kernel, graph } = part;
  let cover = first;
  if (graph && kernel.row.length <= maxGrantsOfSmall) {
    cover = yield* improve(part, cover, maxWordsOfSmall, random);
    cover = yield* tryAll(graph, cover);
  }
  return wantsProfiles || graph ? yield* improve(part, cover, maxWords, random, wantsProfiles) : cover;
}

const proofOf = (independent: Int32Array): PartProof => ({ independent, core: new Int32Array(0), profiles: 0 });

/** More rounds of iterated greedy, and more starts for independent grants. */
function* improve(
  { kernel, graph }: KernelPart,
  { colouring, proof }: PartCover,
  words: number,
  random: Random,
  wantsProfiles = true,
): Generator<PartCover, PartCover> {
  const graphCost = graph ? 4 * graph.list.length + 10 * kernel.row.length : 0;
  let [toCover, toProve, sinceYield, idleRounds] = [wantsProfiles ? words : 0, words / 8, 0, 0];
  let cover = { colouring, proof };
  for (let round = 0; boundOf(cover.proof) < cover.colouring.profiles && idleRounds < maxIdleRounds; round++) {
    const cost = costOfFit(kernel, cover.colouring.profiles);
    const canProve = graph && toProve >= graphCost;
    if (toCover < cost && !canProve) break;
    idleRounds++;
    if (toCover >= cost) {
      const again = yield* reportingEach(fitAgain(kernel, cover.colouring, random, round), cover);
      toCover -= cost;
      if (again.profiles < cover.colouring.profiles) idleRounds = 0;
      cover = { ...cover, colouring: again };
    }
    if (canProve) {
      const independent = independentGrants(graph, random);
      toProve -= graphCost;
      if (independent.length > boundOf(cover.proof)) {
        cover = { ...cover, proof: proofOf(independent) };
        idleRounds = 0;
      }
    }
    sinceYield += cost + graphCost;
    if (sinceYield < wordsBetweenYields) continue;
    sinceYield = 0;
    yield cover;
  }
  return cover;
}

/** Fewer profiles for as long as there are any, and the proof that there are no others. */
function* tryAll(graph: FittingGraph, { colouring, proof }: PartCover): Generator<PartCover, PartCover> {
  const all = Int32Array.from({ length: graph.start.length - 1 }, (_, grant) => grant);
  let cover = { colouring, proof };
  while (boundOf(cover.proof) < cover.colouring.profiles) {
    const { profiles } = cover.colouring;
    const division = yield* reportingEach(divideGrants(graph, all, profiles - 1, maxSteps), cover);
    if (division === 'open') break;
    if (division === 'impossible') {
      return { ...cover, proof: yield* reportingEach(findCore(graph, profiles, maxSteps / 10), cover) };
    }
    cover = { ...cover, colouring: division };
  }
  return cover;
}

const reportingEach = <Result>(steps: Iterator<unknown, Result>, cover: PartCover) => reporting(steps, () => cover);
