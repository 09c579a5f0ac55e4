import type { KeyRequestBody, KeyRequestPreview } from '@key2xs/contract';
import {
  type Approver,
  type AssignedStep,
  assignSteps,
  daysAsked,
  isTooLong,
  type Needed,
  stepsNeeded,
} from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { asProduct, type Reader } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { placesOf } from '../locations/relation';
import { protectionClass } from '../locations/service';
import { peopleOf } from '../people/relation';
import { findManager } from '../people/service';
import { countDoors } from './risk';
import { findRules, type StoredRules } from './rules';

type Body = z.output<typeof KeyRequestBody>;

const aboutKey: readonly Body['kind'][] = ['extension', 'replacement', 'return'];
export const aboutPlace: readonly Body['kind'][] = ['new_key', 'more_access', 'temporary'];

export type Prepared = {
  person: { id: string; display_name: string };
  place: { id: string; name: string; protection_class: number | null } | null;
  needed: Needed;
  is_too_long: boolean;
  approval: (AssignedStep & { name: string | null })[];
  rules: StoredRules;
};

/**
 * What a request would need, as it is now: who decides each step, and whether it may be that long.
 * @throws AppError not_found, conflict, validation_failed
 */
export async function prepareRequest(reader: Reader, body: Body, now: Date): Promise<Prepared> {
  refuseIncomplete(body, now);
  const person = await findPerson(reader, body);
  const place = body.place_id === null ? null : await findPlace(reader, body.place_id);
  if (body.key_id !== null) await requireHeld(reader, body.key_id, person.id);
  const rules = await findRules(reader.db);
  const asked = {
    kind: body.kind,
    protection_class: place?.protection_class ?? null,
    days: daysAsked(body.starts_at, body.ends_at, now),
  };
  const needed = stepsNeeded(rules.rules, asked);
  const around = await findApprovers(reader, { person, place, rules });
  const assigned = assignSteps(needed.steps, { ...around, person_id: person.id, absences: rules.absences }, now);
  const approval = assigned.map((step) => ({
    ...step,
    name: step.person_id === null ? null : (around.names.get(step.person_id) ?? null),
  }));
  return { person, place, needed, is_too_long: isTooLong(needed, asked), approval, rules };
}

/** For the screen, before it is asked for. @throws AppError as `prepareRequest` */
export async function previewRequest(
  deps: Pick<Deps, 'access' | 'clock'>,
  reader: Reader,
  body: Body,
): Promise<z.output<typeof KeyRequestPreview>> {
  const now = deps.clock();
  const { person, place, needed, is_too_long, approval, rules } = await prepareRequest(reader, body, now);
  const hours = rules.step_hours * approval.length;
  return {
    is_automatic: approval.length === 0,
    approval: approval.map(({ kind, person_id, name, stands_in }) => ({
      kind,
      person: person_id === null || name === null ? null : { id: person_id, name },
      stands_in,
    })),
    needs_four_eyes: needed.needs_four_eyes,
    expected_by: approval.length === 0 ? null : new Date(now.getTime() + hours * 3_600_000).toISOString(),
    max_days: needed.max_days,
    is_too_long,
    ...(await countDoors(deps, reader, { person_id: person.id, place_id: place?.id ?? null })),
  };
}

function refuseIncomplete({ kind, place_id, key_id, starts_at, ends_at }: Body, now: Date): void {
  if (aboutPlace.includes(kind) && place_id === null) throw invalidField('place_id', say('keyRequest.placeNeeded'));
  if (aboutKey.includes(kind) && key_id === null) throw invalidField('key_id', say('keyRequest.keyNeeded'));
  refuseTimes({ kind, starts_at, ends_at }, now);
}

/** @throws AppError validation_failed */
export function refuseTimes(
  { kind, starts_at, ends_at }: Pick<Body, 'kind' | 'starts_at' | 'ends_at'>,
  now: Date,
): void {
  if ((kind === 'temporary' || kind === 'extension') && ends_at === null)
    throw invalidField('ends_at', say('keyRequest.endNeeded'));
  if (ends_at === null) return;
  if (Date.parse(ends_at) <= now.getTime()) throw invalidField('ends_at', say('keyRequest.endPast'));
  if (starts_at !== null && Date.parse(ends_at) <= Date.parse(starts_at))
    throw invalidField('ends_at', say('keyRequest.endsBefore'));
}

async function findPerson(reader: Reader, { kind, person_id }: Body) {
  const person = await reader.db
    .selectFrom(peopleOf(reader))
    .select(['id', 'display_name', 'connection_id', 'manager_ref', 'active'])
    .where('id', '=', person_id)
    .where('superseded_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw notFound('person');
  if (!person.active && kind !== 'return') {
    throw new AppError('conflict', say('keyRequest.inactive', { name: person.display_name }));
  }
  return person;
}

async function findPlace(reader: Reader, id: string) {
  const place = await reader.db
    .selectFrom(placesOf(reader))
    .select(['location.id', 'location.name', 'location.owner_person_id', 'location.deputy_person_id'])
    .select(protectionClass('location.id').as('protection_class'))
    .where('location.id', '=', id)
    .executeTakeFirst();
  if (!place) throw notFound('location');
  return place;
}

async function requireHeld(reader: Reader, keyId: string, personId: string): Promise<void> {
  const held = await reader.db
    .selectFrom(keysOf(reader))
    .innerJoin('key_standing as standing', 'standing.key_id', 'key.id')
    .select('key.id')
    .where('key.id', '=', keyId)
    .where('key.deleted_at', 'is', null)
    .where('standing.person_id', '=', personId)
    .executeTakeFirst();
  if (!held) throw invalidField('key_id', say('keyRequest.notHeld'));
}

type Around = {
  person: Awaited<ReturnType<typeof findPerson>>;
  place: Awaited<ReturnType<typeof findPlace>> | null;
  rules: StoredRules;
};

/** Approvers need not be in the scope of who asks: a ward manager asks for a place that another department answers for. */
async function findApprovers({ db }: Reader, { person, place, rules }: Around) {
  const everybody = asProduct(db);
  const { manager } = await findManager(everybody, person);
  const ids = [
    manager?.id,
    place?.owner_person_id,
    place?.deputy_person_id,
    ...rules.absences.map(({ deputy_id }) => deputy_id),
  ].flatMap((id) => id ?? []);
  const rows =
    ids.length === 0
      ? []
      : await db
          .selectFrom(peopleOf(everybody))
          .select(['id', 'display_name', sql<boolean>`active and superseded_at is null`.as('is_active')])
          .where('id', 'in', ids)
          .execute();
  const byId = new Map<string, Approver>(rows.map(({ id, is_active }) => [id, { id, is_active }]));
  const find = (id: string | null | undefined) => (id ? (byId.get(id) ?? null) : null);
  return {
    names: new Map(rows.map(({ id, display_name }) => [id, display_name])),
    manager: find(manager?.id),
    owner: find(place?.owner_person_id),
    owner_deputy: find(place?.deputy_person_id),
    deputies: rules.absences.flatMap(({ deputy_id }) => find(deputy_id) ?? []),
  };
}
