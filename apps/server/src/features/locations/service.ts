import type { LocationTree } from '@key2xs/contract';
import type { Reader } from '#platform/visible-to';
import { presentTree } from './present';
import { countWaiting, listNodes } from './queries';

export { compareLocations } from './differences';
export { differs, keepTree, placeFacts, placesAbove } from './queries';
export { locationPath, locationsOfClass, locationsWithin, protectionClass } from './tree-sql';

/** Two queries, whatever the size of the tree. */
export async function getTree(reader: Reader): Promise<LocationTree> {
  const waiting = await countWaiting(reader);
  return { places: presentTree(await listNodes(reader)), ...waiting };
}
