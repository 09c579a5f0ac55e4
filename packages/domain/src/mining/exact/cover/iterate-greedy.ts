import { type Random, shuffle } from '../../random';
import { groupAt, groupsOf } from '../groups';
import { type Colouring, fitProfiles } from './fit-profiles';
import type { Kernel } from './kernel';

/**
 * First fit once more, with the grants of each profile one after the other: grants that share a profile find one again, so there
 * are never more profiles than before, and with another order of the profiles often fewer (Culberson's iterated greedy).
 */
export function fitAgain(kernel: Kernel, before: Colouring, random: Random, round: number) {
  const members = groupsOf(before.profileOf, before.profiles);
  const sequence = Int32Array.from({ length: before.profiles }, (_, profile) => profile);
  const size = (profile: number) => groupAt(members, profile).length;
  if (round % 10 < 5) sequence.reverse();
  else {
    shuffle(sequence, random);
    if (round % 10 === 8) sequence.sort((one, other) => size(other) - size(one));
    if (round % 10 === 9) sequence.sort((one, other) => size(one) - size(other));
  }
  const order = new Int32Array(before.profileOf.length);
  let at = 0;
  for (const profile of sequence) {
    order.set(groupAt(members, profile), at);
    at += size(profile);
  }
  return fitProfiles(kernel, order);
}
