import { createHash } from 'node:crypto';
import type { LocationProposal } from '@key2xs/contract';
import { type Proposal, proposeLocations, type TextToPlace } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { placeCylinders } from '#features/doors/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { holdTree, listTextsToPlace, loadTree } from './queries';

/** Places named in the location texts of cylinders without a place. */
export async function showProposal(reader: Reader): Promise<LocationProposal> {
  const proposal = proposeLocations(await listTextsToPlace(reader), await loadTree(reader.db));
  const counts = countBelow(proposal);
  const places = [...proposal.places.values()].map(({ key, id, path, type }) => ({
    path,
    type,
    is_new: id === undefined,
    cylinders: counts.get(key) ?? 0,
  }));
  const new_places = places.filter(({ is_new }) => is_new).length;
  return { stamp: stampOf(proposal), cylinders: proposal.placings.length, new_places, places };
}

/** @throws AppError conflict when the proposal has changed since it was shown */
export async function confirmProposal(
  deps: Deps,
  caller: Caller,
  stamp: string,
): Promise<{ made: number; placed: number }> {
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const proposal = proposeLocations(await listTextsToPlace(asCaller(tx, caller)), await loadTree(tx));
    if (stampOf(proposal) !== stamp) throw new AppError('conflict', say('location.proposalStale'));
    const made = await carryOut(tx, deps, proposal);
    const placed = proposal.placings.length;
    await recordEvent(tx, caller, 'location.proposal_confirmed', { details: { made, placed } });
    return { made: made.length, placed };
  });
}

/** Places cylinders by their texts, and creates missing places. @returns the paths of the created ones */
export const placeByText = async (tx: Tx, deps: Deps, texts: readonly TextToPlace[]): Promise<string[]> =>
  carryOut(tx, deps, proposeLocations(texts, await loadTree(tx)));

async function carryOut(tx: Tx, deps: Deps, { places, paths, placings }: Proposal): Promise<string[]> {
  const ids = new Map([...places.values()].map(({ key, id }) => [key, id ?? deps.newId()]));
  const made = [...places.values()].filter(({ id }) => id === undefined);
  const rows = made.map(({ key, parent = '', name, type }) => ({
    id: ids.get(key),
    parent_id: ids.get(parent) ?? null,
    parent_type: places.get(parent)?.type ?? null,
    name,
    type,
  }));
  await sql`
    insert into location (id, parent_id, parent_type, name, type)
    select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r(id uuid, parent_id uuid, parent_type text, name text, type text)`.execute(tx);
  const led = [...paths].map(([path, key]) => ({ path, location_id: ids.get(key) }));
  await sql`
    insert into location_text (path, location_id)
    select * from jsonb_to_recordset(${JSON.stringify(led)}::jsonb) as r(path text, location_id uuid)
    on conflict (path) do nothing`.execute(tx);
  await placeCylinders(
    tx,
    placings.map(({ id, text, key }) => ({
      id,
      location_id: ids.get(key) ?? null,
      placed_by: 'text' as const,
      placed_text: text,
    })),
  );
  return made.map(({ path }) => path.join(' / '));
}

/** A digest of everything that confirming would do; empty when it would do nothing. */
function stampOf({ places, placings }: Proposal): string {
  if (placings.length === 0) return '';
  const made = [...places.values()].map(({ key, id, path, type }) => [key, id, path, type]);
  return createHash('sha256')
    .update(JSON.stringify([made, placings]))
    .digest('base64url');
}

/** Cylinders that would be placed in each place and below it, by its key. */
function countBelow({ places, placings }: Proposal): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { key } of placings) {
    for (let place = places.get(key); place; place = places.get(place.parent ?? '')) {
      counts.set(place.key, (counts.get(place.key) ?? 0) + 1);
    }
  }
  return counts;
}
