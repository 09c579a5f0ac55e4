import type { GeneratorSettings, RuleObject } from '@key2xs/contract';
import { type AccessIndex, doorsOf as doorsOfObject, namePartsOf, placesBelow } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { listPlaces } from '../../plans/service';

/** The doors of a run, by number. */
export type Doors = {
  ids: string[];
  numberOf: ReadonlyMap<string, number>;
  protectionClass: Uint8Array;
  /** Names of places as paths, and which is that of each door; -1: none. */
  places: string[];
  placeIds: string[];
  placeOf: Int32Array;
};

/** @param connectionIds only doors of these key systems; null: of all */
export async function readDoors(
  tx: Db,
  index: AccessIndex,
  { location_ids }: GeneratorSettings['scope'],
  connectionIds: readonly string[] | null,
): Promise<Doors> {
  const rows = await tx
    .selectFrom(doorsOf(asProduct(tx)))
    .select(['id', 'connection_id', 'location_id'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  const below = new Set(location_ids.flatMap((id) => [...placesBelow(index.doors, id)]));
  const meant = rows.filter(
    ({ connection_id, location_id }) =>
      (connectionIds === null || connectionIds.includes(connection_id)) &&
      (location_ids.length === 0 || (location_id !== null && below.has(location_id))),
  );
  const known = await listPlaces(asProduct(tx));
  const numbers = new Map([...known.keys()].map((id, number) => [id, number]));
  const ids = meant.map(({ id }) => id);
  return {
    ids,
    numberOf: new Map(ids.map((id, number) => [id, number])),
    protectionClass: Uint8Array.from(meant, ({ location_id }) => known.get(location_id ?? '')?.protection_class ?? 0),
    places: [...known.values()].map(({ name }) => name),
    placeIds: [...known.keys()],
    placeOf: Int32Array.from(meant, ({ location_id }) => numbers.get(location_id ?? '') ?? -1),
  };
}

/** The numbers of the doors that objects of rules name, ascending. */
export function doorsNamed({ doors }: AccessIndex, { numberOf }: Doors, objects: readonly RuleObject[]): Int32Array {
  const ids = objects.flatMap((object) => doorsOfObject(doors, object).map((number) => doors.ids[number] ?? ''));
  return Int32Array.from(new Set(ids.flatMap((id) => numberOf.get(id) ?? []))).sort();
}

/** The closest place that all of these doors are in; null where there is none. */
export function placeOfDoors({ places, placeIds, placeOf }: Doors, doors: Iterable<number>): string | null {
  const pathOf = (door: number) => places[placeOf[door] ?? -1]?.split(' / ') ?? [];
  const { place } = namePartsOf({ conditions: [], cylinders: Int32Array.from(doors) }, pathOf);
  return placeIds[places.indexOf(place.join(' / '))] ?? null;
}
