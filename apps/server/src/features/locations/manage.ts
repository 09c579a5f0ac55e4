import { type Location, LocationCreate, type LocationUpdate } from '@key2xs/contract';
import { rankOf } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { asCaller, type Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { locationSource } from './location-source';
import { presentLocation } from './present';
import { findByName, findPlace, holdTree, listChildren } from './queries';

export type Place = Selectable<Schema['location']>;
/** The place that is written, and the caller. */
export type Target = { deps: Deps; caller: Caller; id: string; expectedVersion?: number | undefined };

type Facts = z.infer<typeof LocationCreate>;
const factNames = Object.keys(LocationCreate.shape) as (keyof Facts)[]; // keys of a closed object schema

/** The facts of a place that an administrator enters, for the audit log. */
export const factsOf = (place: Facts): Facts => {
  const entries = factNames.map((name) => [name, place[name]]);
  return Object.fromEntries(entries) as Facts; // one entry for each of its names
};

/** @throws AppError not_found */
export async function getLocation(reader: Reader, id: string): Promise<Location> {
  const row = await readRow(reader, locationSource(reader), id);
  if (!row) throw notFound('location');
  return presentLocation(row);
}

/** The row of a place that the caller may see. @throws AppError not_found */
export async function getPlace(tx: Tx, caller: Caller, id: string): Promise<Place> {
  const place = await findPlace(asCaller(tx, caller), id);
  if (!place) throw notFound('location');
  return place;
}

/** @throws AppError conflict, validation_failed */
export async function createLocation(deps: Deps, caller: Caller, body: Facts): Promise<Location> {
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const parent_type = await checkFacts(asCaller(tx, caller), { id, ...body });
    await tx
      .insertInto('location')
      .values({ id, parent_type, ...body })
      .execute();
    await recordEvent(tx, caller, 'location.created', { id, details: { ...body } });
    return getLocation(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export async function changeLocation(
  { deps, caller, id, expectedVersion }: Target,
  body: LocationUpdate,
): Promise<Location> {
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const before = await getPlace(tx, caller, id);
    refuseChanged(before, expectedVersion);
    const facts = { ...factsOf(before), ...body };
    const parent_type = await checkFacts(asCaller(tx, caller), { id, ...facts });
    await tx
      .updateTable('location')
      .set({ ...facts, parent_type, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'location.updated', { id, details: { before: factsOf(before), after: facts } });
    return getLocation(asCaller(tx, caller), id);
  });
}

export function refuseChanged({ version }: Place, expectedVersion: number | undefined): void {
  refuseOtherVersion(version, expectedVersion, say('location.changed'));
}

/** @throws AppError conflict when one cannot be in the other */
export function refuseMisplaced(place: Pick<Place, 'name' | 'type'>, parent: Pick<Place, 'name' | 'type'>): void {
  if (rankOf(parent.type) < rankOf(place.type)) return;
  throw new AppError('conflict', say('location.cannotStandIn', { name: place.name, parent: parent.name }));
}

/** Checks that a place may have these facts. @returns the type of its parent */
async function checkFacts(reader: Reader, wanted: Facts & { id: string }): Promise<Place['parent_type']> {
  const { db: tx } = reader;
  const { id, name, code, parent_id } = wanted;
  const parent = parent_id === null ? undefined : await findPlace(reader, parent_id);
  if (parent_id !== null && !parent) throw invalidField('parent_id', say('location.parentGone'));
  if (parent) refuseMisplaced(wanted, parent);
  for (const child of await listChildren(tx, id)) refuseMisplaced(child, wanted);
  const namesake = await findByName(tx, parent_id, name);
  if (namesake && namesake.id !== id) throw new AppError('conflict', say('location.nameTaken', { name }));
  if (code !== null && (await isCodeTaken(tx, code, id))) {
    throw new AppError('conflict', say('location.codeTaken', { code }));
  }
  await checkPeople(reader, wanted);
  return parent?.type ?? null;
}

async function isCodeTaken(tx: Db, code: string, exceptId: string): Promise<boolean> {
  const taken = tx.selectFrom('location').select('id').where('code', '=', code).where('id', '<>', exceptId);
  return (await taken.executeTakeFirst()) !== undefined;
}

async function checkPeople(reader: Reader, { owner_person_id, deputy_person_id }: Facts): Promise<void> {
  for (const [field, id] of Object.entries({ owner_person_id, deputy_person_id })) {
    if (id === null) continue;
    const person = await reader.db.selectFrom(peopleOf(reader)).select('id').where('id', '=', id).executeTakeFirst();
    if (!person) throw invalidField(field, say('location.personGone'));
  }
  if (owner_person_id !== null && owner_person_id === deputy_person_id) {
    throw invalidField('deputy_person_id', say('location.ownDeputy'));
  }
}
