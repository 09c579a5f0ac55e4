import { type MiningInput, type RightPlaces, rightPlaces } from '@key2xs/domain';
import { intsOfBytes } from '../packing';

/** A suggestion of a run that goes on. */
export type FoundBlock = { people: Uint8Array; cylinders: Uint8Array };

const onRequest = rightPlaces.indexOf('on_request');
/** Of a right that no suggestion has given a place yet. */
export const openPlace = 255;

/** Gives each right to the first suggestion that has it; the others have no place yet, but those on request. */
export function placeFound(
  { relation, needsApproval }: Pick<MiningInput, 'relation' | 'needsApproval'>,
  found: readonly FoundBlock[],
): Pick<RightPlaces, 'places' | 'suggestions'> {
  const { start, list } = relation;
  const suggestions = new Int32Array(list.length).fill(-1);
  const places = Uint8Array.from(list, (cylinder) => (needsApproval[cylinder] === 1 ? onRequest : openPlace));
  const isOfBlock = new Uint8Array(relation.cylinders);
  for (const [position, block] of found.entries()) {
    const cylinders = intsOfBytes(block.cylinders);
    for (const cylinder of cylinders) isOfBlock[cylinder] = 1;
    for (const person of intsOfBytes(block.people)) {
      for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) {
        if (isOfBlock[list[at] ?? 0] === 1 && places[at] === openPlace && suggestions[at] === -1)
          suggestions[at] = position;
      }
    }
    for (const cylinder of cylinders) isOfBlock[cylinder] = 0;
  }
  return { places, suggestions };
}
