import type { KeyRequest, KeyRequestDetail, KeyRequestEntry, keyRequests } from '@key2xs/contract';
import {
  completeRequest,
  type Decider,
  type DecisionRefusal,
  decideRequest,
  isDone,
  nextRequestState,
  type RequestEvent,
  type RequestFacts,
  type RequestState,
  revocableStep,
} from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Selectable, Updateable } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { asCaller, asProduct, sees } from '#platform/visible-to';
import { extendKeys, reportKey, reserveFor } from '../key-desk/service';
import { peopleOf } from '../people/relation';
import { requestAnswered, requestAnswers, requestWaits } from './events';
import { isPersonOf } from './own-person';
import { type Prepared, prepareRequest, refuseTimes } from './prepare-request';
import { readRequest } from './read-request';
import { findRules } from './rules';
import { withdrawGrant } from './withdraw-grant';

type Desk = { deps: Deps; caller: Caller };
export type One = Desk & { id: string; expectedVersion: number | undefined };
/** A change needs no more of the product than this: a command has no more. */
type Changing = Omit<One, 'deps'> & { deps: Pick<Deps, 'db' | 'clock' | 'newId'> };
type BodyOf<
  Name extends 'submit' | 'complete' | 'decide' | 'answer' | 'revoke' | 'cancel' | 'reserve' | 'apply' | 'giveBack',
> = z.output<(typeof keyRequests)[Name]['body']>;
type Row = Selectable<Schema['key_request']>;
type Step = Selectable<Schema['key_request_step']>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Asks for a key or access, with the steps that the rules need now; without any it is approved at once.
 * @throws AppError not_found, conflict, validation_failed
 */
export async function submitRequest({ deps, caller }: Desk, body: BodyOf<'submit'>): Promise<KeyRequestDetail> {
  const id = deps.newId();
  await deps.db.transaction().execute((tx) => submitPrepared(tx, { deps, caller }, { id, body }));
  return readRequest(deps, asCaller(deps.db, caller), id);
}

type Submitted = { id: string; body: BodyOf<'submit'>; is_by_link?: boolean };

/** @throws AppError not_found, conflict, validation_failed */
export async function submitPrepared(tx: Tx, { deps, caller }: Desk, { id, body, is_by_link = false }: Submitted) {
  const prepared = await prepareRequest(asCaller(tx, caller), body, deps.clock());
  const { place, needed, approval, rules } = prepared;
  if (prepared.is_too_long) throw invalidField('ends_at', say('keyRequest.tooLong', { count: needed.max_days ?? 0 }));
  const state = transition({ is: 'draft' }, { event: 'submit', steps: approval.length }, body.kind);
  await insertRequest(tx, { deps, caller }, { id, body, state, place, needed, is_by_link });
  const dueAt = dueFrom(deps.clock(), rules);
  await insertSteps(tx, { id, approval, dueAt });
  if (approval.length === 0) await addEntry(tx, deps, { request_id: id, happening: 'approved', actor_name: null });
  else await tellWaiting(tx, { id, version: 1, person_id: body.person_id, asked_by_id: caller.actor?.id ?? null });
}

/**
 * Asks for what is about a place by a link: where it is has to be chosen by someone who knows the places.
 * @throws AppError validation_failed
 */
export async function submitIncomplete(
  tx: Tx,
  { deps, caller }: Desk,
  { id, body, place_words }: Submitted & { place_words: string },
): Promise<void> {
  refuseTimes(body, deps.clock());
  const state = transition({ is: 'draft' }, { event: 'submit', steps: 0, is_incomplete: true }, body.kind);
  const needed = { needs_four_eyes: false };
  await insertRequest(tx, { deps, caller }, { id, body, state, place: null, needed, is_by_link: true, place_words });
  await tellWaiting(tx, { id, version: 1, person_id: body.person_id, asked_by_id: null });
}

type Inserted = Submitted & {
  state: RequestState;
  place: Prepared['place'];
  needed: Pick<Prepared['needed'], 'needs_four_eyes'>;
  place_words?: string;
};

async function insertRequest(
  tx: Tx,
  { deps, caller }: Desk,
  { id, body, state, place, needed, is_by_link = false, place_words }: Inserted,
): Promise<void> {
  const { kind, person_id, key_id, starts_at, ends_at, is_urgent, reason } = body;
  const asker = { asked_by_id: caller.actor?.id ?? null, asked_by: caller.name, asked_at: deps.clock() };
  const nothingYet = { reserved_key_id: null, rule_id: null, granted_until: null, pick_up_by: null, closed_at: null };
  const asked = { id, kind, person_id, key_id, starts_at, ends_at, is_urgent, reason };
  const where = {
    place_id: place?.id ?? null,
    place_name: place?.name ?? null,
    place_words: place_words ?? null,
    protection_class: place?.protection_class ?? null,
  };
  await tx
    .insertInto('key_request')
    .values({
      ...asked,
      ...placed(state),
      ...where,
      needs_four_eyes: needed.needs_four_eyes,
      is_by_link,
      ...asker,
      ...nothingYet,
      due_at: state.is === 'to_complete' ? dueFrom(deps.clock(), await findRules(tx)) : null,
    })
    .execute();
  await addEntry(tx, deps, { request_id: id, happening: 'submitted', actor_name: caller.name, note: reason });
  const details = { kind, person_id, place_id: place?.id, key_id, ends_at };
  await recordEvent(tx, caller, 'key_request.submitted', { id, details });
}

const dueFrom = (now: Date, { step_hours }: { step_hours: number }) => new Date(now.getTime() + step_hours * hourMs);

type Steps = { id: string; approval: Prepared['approval']; dueAt: Date | null };

async function insertSteps(tx: Tx, { id, approval, dueAt }: Steps): Promise<void> {
  if (approval.length === 0) return;
  const open = {
    ...{ escalated_at: null, decision: null, decided_by_id: null, decided_by: null, decided_at: null },
    granted_until_before: null,
  };
  await tx
    .insertInto('key_request_step')
    .values(
      approval.map(({ kind, person_id, stands_in }, at) => ({
        ...{ request_id: id, position: at + 1, kind, person_id, stands_in, due_at: at === 0 ? dueAt : null },
        ...open,
        reason: null,
      })),
    )
    .execute();
}

type Waiting = { id: string; version: number; person_id: string; asked_by_id: string | null };

const tellWaiting = (tx: Tx, { id, ...waiting }: Waiting) =>
  emit(tx, requestWaits, { request_id: id, ...waiting, file_changes: 0, is_escalated: false });

/**
 * Chooses the place of a request that a person has made by a link. From then on it has the steps that the rules need.
 * @throws AppError not_found, conflict, validation_failed, version_conflict
 */
export function complete(one: One, { place_id, until }: BodyOf<'complete'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const { deps, caller, id } = one;
    const decider = await deciderOf(tx, caller, row);
    const may = completeRequest(facts, decider, 0);
    if ('refusal' in may) throw refused(may.refusal);
    const { kind, person_id, key_id, is_urgent, reason } = row;
    const { starts_at, ends_at } = facts;
    if (until !== undefined && ends_at !== null && Date.parse(until) >= Date.parse(ends_at))
      throw refused('until_not_shorter');
    const times = { starts_at, ends_at: until ?? ends_at };
    const body = { kind, person_id, key_id, is_urgent, reason, place_id, ...times };
    const prepared = await prepareRequest(asCaller(tx, caller), body, deps.clock());
    const { place, needed, approval, is_too_long } = prepared;
    if (is_too_long) throw invalidField('until', say('keyRequest.tooLong', { count: needed.max_days ?? 0 }));
    const next = completeRequest(facts, decider, approval.length);
    if ('refusal' in next) throw refused(next.refusal);
    await insertSteps(tx, { id, approval, dueAt: null });
    await recordEvent(tx, caller, 'key_request.changed', { id, details: { event: 'complete', place_id, until } });
    const set = {
      place_id,
      place_name: place?.name ?? null,
      protection_class: place?.protection_class ?? null,
      needs_four_eyes: needed.needs_four_eyes,
      ...(until !== undefined && { granted_until: until }),
    };
    return { state: next.state, happening: 'completed', note: place?.name ?? null, set };
  });
}

/** @throws AppError not_found, conflict, validation_failed, version_conflict */
export async function decide(one: One, body: BodyOf<'decide'>): Promise<KeyRequestDetail> {
  await decideStep(one, body);
  return settle(one);
}

/**
 * Decides the step that a request waits for, whichever door the decision came through.
 * @throws AppError not_found, conflict, validation_failed, version_conflict
 */
export function decideStep(one: Changing, { decision, until, reason }: BodyOf<'decide'>): Promise<void> {
  return makeChange(one, async (tx, { row, facts }) => {
    const { deps, caller } = one;
    const note = reason ?? null;
    const wanted =
      decision === 'approve_shorter'
        ? ({ decision, until: until ?? null, reason: note } as const)
        : ({ decision, reason: note } as const);
    const decided = decideRequest(facts, await deciderOf(tx, caller, row), wanted, deps.clock());
    if ('refusal' in decided) throw refused(decided.refusal);
    if (decision !== 'ask_back') {
      await saveStep(tx, one, decided.step, {
        decision: ({ approve: 'approved', approve_shorter: 'approved_shorter', reject: 'rejected' } as const)[decision],
        reason: note,
        granted_until_before: row.granted_until,
      });
    }
    const happening = (
      { approve: 'approved', approve_shorter: 'approved_shorter', reject: 'rejected', ask_back: 'asked_back' } as const
    )[decision];
    await recordEvent(tx, caller, 'key_request.decided', {
      id: row.id,
      details: { decision, until, reason, step: decided.step },
    });
    return { state: decided.state, happening, note, set: { granted_until: decided.granted_until } };
  });
}

/** @throws AppError not_found, conflict, version_conflict */
export function answer(one: One, { note }: BodyOf<'answer'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    requireOwn(one, row);
    return answerHeld(tx, one, { row, facts, note });
  });
}

export type Held = { row: Row; facts: RequestFacts };

/** By the requester. @throws AppError conflict */
export async function answerHeld(
  tx: Tx,
  { caller }: Desk,
  { row, facts, note }: Held & { note: string },
): Promise<Changed> {
  const state = transition(facts.state, { event: 'answer' }, row.kind);
  await recordEvent(tx, caller, 'key_request.changed', { id: row.id, details: { event: 'answer' } });
  return { state, happening: 'answered', note };
}

/** Takes the last decision back: the request waits for that step again. @throws AppError not_found, conflict, version_conflict */
export function revoke(one: One, { reason }: BodyOf<'revoke'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const step = revocableStep(facts, await deciderOf(tx, one.caller, row));
    if (typeof step !== 'number') throw refused(step.refusal);
    const state = transition(facts.state, { event: 'revoke', step }, row.kind);
    await withdrawGrant(tx, row, { ...one, reason });
    // What was granted before stays shorter, as the rules or an earlier step wanted it.
    const { granted_until_before: granted_until } = await tx
      .selectFrom('key_request_step')
      .select('granted_until_before')
      .where('request_id', '=', row.id)
      .where('position', '=', step)
      .executeTakeFirstOrThrow();
    const open = { decision: null, decided_by_id: null, decided_by: null, decided_at: null, reason: null };
    await tx
      .updateTable('key_request_step')
      .set({ ...open, granted_until_before: null })
      .where('request_id', '=', row.id)
      .where('position', '=', step)
      .execute();
    await recordEvent(tx, one.caller, 'key_request.decided', {
      id: row.id,
      details: { decision: 'revoke', reason, step },
    });
    return { state, happening: 'revoked', note: reason, set: { granted_until, rule_id: null } };
  });
}

/** Before the key is handed out; a reserved key is free again. @throws AppError not_found, conflict, version_conflict */
export function cancel(one: One, { reason }: BodyOf<'cancel'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    if (!isAtDesk(one)) requireOwn(one, row);
    return cancelHeld(tx, one, { row, facts, reason });
  });
}

/** By the requester, or the desk. @throws AppError conflict */
export async function cancelHeld(
  tx: Tx,
  { deps, caller }: Desk,
  { row, facts, reason }: Held & { reason: string },
): Promise<Changed> {
  const state = transition(facts.state, { event: 'cancel' }, row.kind);
  if (row.reserved_key_id !== null) await release(tx, { deps, caller }, row.reserved_key_id, reason);
  await withdrawGrant(tx, row, { deps, caller, reason });
  await recordEvent(tx, caller, 'key_request.changed', { id: row.id, details: { event: 'cancel', reason } });
  return { state, happening: 'cancelled', note: reason };
}

/** @throws AppError not_found, conflict, version_conflict */
export function reserveKey(one: One, { key_id }: BodyOf<'reserve'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const state = transition(facts.state, { event: 'reserve' }, row.kind);
    const [key] = await reserveFor(tx, one, { keys: [key_id], person_id: row.person_id });
    await recordEvent(tx, one.caller, 'key_request.changed', { id: row.id, details: { event: 'reserve', key_id } });
    return { state, happening: 'key_reserved', note: key?.marking ?? null, set: { reserved_key_id: key_id } };
  });
}

/** @throws AppError not_found, conflict, version_conflict */
export function setReady(one: One): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const state = transition(facts.state, { event: 'ready' }, row.kind);
    const { pick_up_days } = await findRules(tx);
    const pick_up_by = new Date(one.deps.clock().getTime() + pick_up_days * dayMs);
    await recordEvent(tx, one.caller, 'key_request.changed', { id: row.id, details: { event: 'ready' } });
    return { state, happening: 'ready', note: null, set: { pick_up_by } };
  });
}

/**
 * Does what was approved: an extension changes when the key is due. More access is an edit of the plan, which the one who applies it
 * has made; a return is done at the desk.
 * @throws AppError not_found, conflict, version_conflict
 */
export function apply(one: One, { note }: BodyOf<'apply'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    const state = transition(facts.state, { event: 'apply' }, row.kind);
    if (row.kind === 'extension' && row.key_id !== null) {
      const due_at = (row.granted_until ?? row.ends_at)?.toISOString() ?? null;
      await extendKeys(tx, one, { keys: [row.key_id], due_at, reason: row.reason });
    }
    await recordEvent(tx, one.caller, 'key_request.changed', { id: row.id, details: { event: 'apply', note } });
    return { state, happening: 'applied', note: note ?? null };
  });
}

/**
 * What was granted for a time ends now: a key is due, and the rule that a plan has for it is taken out of the draft.
 * @throws AppError not_found, conflict, version_conflict
 */
export function giveBack(one: One, { reason }: BodyOf<'giveBack'>): Promise<KeyRequestDetail> {
  return change(one, async (tx, { row, facts }) => {
    if (!isAtDesk(one)) requireOwn(one, row);
    const now = one.deps.clock();
    const state = transition(facts.state, { event: 'give_back' }, row.kind);
    await withdrawGrant(tx, row, { ...one, reason });
    if (row.state === 'handed_out' && row.reserved_key_id !== null) {
      await extendKeys(tx, one, { keys: [row.reserved_key_id], due_at: now.toISOString(), reason });
    }
    await recordEvent(tx, one.caller, 'key_request.changed', { id: row.id, details: { event: 'give_back', reason } });
    return { state, happening: 'given_back', note: reason, set: { granted_until: now } };
  });
}

export type Changed = {
  state: RequestState;
  happening: KeyRequestEntry['happening'];
  note: string | null;
  set?: Updateable<Schema['key_request']>;
};

type Make = (tx: Tx, held: Held) => Promise<Changed>;

export async function change(one: One, make: Make): Promise<KeyRequestDetail> {
  await makeChange(one, make);
  return settle(one);
}

function settle({ deps, caller, id }: One): Promise<KeyRequestDetail> {
  deps.jobs.nudge();
  return readRequest(deps, asCaller(deps.db, caller), id);
}

/** One change of a request that the caller may see, with no one else changing it meanwhile. */
async function makeChange(one: Changing, make: Make): Promise<void> {
  const { deps, caller, id, expectedVersion } = one;
  await deps.db.transaction().execute(async (tx) => {
    const row = await holdRequest(tx, one);
    refuseOtherVersion(row.version, expectedVersion, say('keyRequest.changed'));
    const steps = await listSteps(tx, id);
    const changed = await make(tx, { row, facts: factsOf(row, steps) });
    await saveChange(tx, deps, { row, changed, actor_name: caller.name });
  });
}

/** Saves the next state, with the time that its step has, and what happened. */
export async function saveChange(
  tx: Tx,
  deps: Changing['deps'],
  { row, changed, actor_name }: { row: Row; changed: Changed; actor_name: string | null },
): Promise<void> {
  const { state, happening, note, set } = changed;
  const now = deps.clock();
  const next = placed(state);
  // Asked back and answered: it waits for its place anew.
  const waitsAnew = next.state === 'to_complete' && row.state !== 'to_complete';
  const due = waitsAnew ? { due_at: dueFrom(now, await findRules(tx)), escalated_at: null } : {};
  await tx
    .updateTable('key_request')
    .set((q) => ({
      ...next,
      ...due,
      ...set,
      closed_at: isDone(next.state) ? now : null,
      version: q('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
  if (next.state === 'in_approval' && (row.state !== 'in_approval' || row.step !== next.step)) {
    await tx
      .updateTable('key_request_step')
      .set({ due_at: dueFrom(now, await findRules(tx)), escalated_at: null })
      .where('request_id', '=', row.id)
      .where('position', '=', next.step)
      .execute();
  }
  await addEntry(tx, deps, { request_id: row.id, happening, actor_name, note });
  if (isApprovedByRules(happening, next.state)) {
    await addEntry(tx, deps, { request_id: row.id, happening: 'approved', actor_name: null });
  }
  await tell(tx, { row, happening, state: next });
}

/** Completed, and then no step was needed. */
const isApprovedByRules = (happening: KeyRequestEntry['happening'], state: Row['state']) =>
  happening === 'completed' && state === 'approved';

type Told = { row: Row; happening: KeyRequestEntry['happening']; state: Pick<Row, 'state' | 'step'> };

/** Tells who has to decide next, and the requester what they wait for: an approval once the last step agrees. */
async function tell(tx: Tx, { row, happening, state: { state, step } }: Told): Promise<void> {
  const { id: request_id, person_id, asked_by_id, file_changes } = row;
  const is_escalated = happening === 'escalated';
  if (
    (state === 'in_approval' || state === 'to_complete') &&
    (is_escalated || row.state !== state || row.step !== step)
  )
    await emit(tx, requestWaits, {
      ...{ request_id, version: row.version + 1, file_changes },
      ...{ person_id, asked_by_id, is_escalated },
    });
  const is = happening === 'approved_shorter' || isApprovedByRules(happening, state) ? 'approved' : happening;
  const answer = requestAnswers.find((name) => name === is);
  if (answer && (answer !== 'approved' || state !== 'in_approval'))
    await emit(tx, requestAnswered, { request_id, state, person_id, asked_by_id, answer });
}

/** @throws AppError not_found for one that the caller may not see */
async function holdRequest(tx: Tx, { caller, id }: Changing): Promise<Row> {
  const reader = asCaller(tx, caller);
  const row = await tx.selectFrom('key_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('key_request');
  const isOwn = row.asked_by_id !== null && row.asked_by_id === reader.viewer.id;
  if (!isOwn && !sees(reader.viewer, 'key_desk')) throw notFound('key_request');
  const person = await tx.selectFrom(peopleOf(reader)).select('id').where('id', '=', row.person_id).executeTakeFirst();
  if (!person) throw notFound('key_request');
  return row;
}

export const listSteps = (tx: Tx, id: string): Promise<Step[]> =>
  tx.selectFrom('key_request_step').selectAll().where('request_id', '=', id).orderBy('position').execute();

export function factsOf(row: Row, steps: readonly Step[]): RequestFacts {
  return {
    kind: row.kind,
    state: stateOf(row),
    steps,
    needs_four_eyes: row.needs_four_eyes,
    asked_by: row.asked_by_id === null ? [] : [row.asked_by_id],
    person_id: row.person_id,
    starts_at: row.starts_at?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    granted_until: row.granted_until?.toISOString() ?? null,
  };
}

export const stateOf = ({ state, step, steps }: Pick<Row, 'state' | 'step' | 'steps'>): RequestState => ({
  is: state,
  step,
  steps,
});

/** As it is stored. A draft is not. */
function placed(state: RequestState): Pick<Row, 'state' | 'step' | 'steps'> {
  if (state.is === 'draft') throw new Error('a draft is not stored');
  return { state: state.is, step: state.step, steps: state.steps };
}

/** @throws AppError conflict */
function transition(state: RequestState, event: RequestEvent, kind: KeyRequest['kind']): RequestState {
  const next = nextRequestState(state, event, kind);
  if ('refusal' in next) throw refused(next.refusal);
  return next.state;
}

const fields: Partial<Record<DecisionRefusal, string>> = {
  reason_needed: 'reason',
  until_needed: 'until',
  until_not_shorter: 'until',
};

function refused(refusal: DecisionRefusal): AppError {
  const sentence = say(`keyRequest.refused.${refusal}`);
  const field = fields[refusal];
  return field ? invalidField(field, sentence) : new AppError('conflict', sentence);
}

/** The caller, the administrator they act for, and the person of the request if it is one of them: none of them decides. */
async function deciderOf(tx: Tx, { actor }: Caller, { person_id }: Row): Promise<Decider> {
  if (!actor) throw new Error('decided without an administrator');
  const accounts: Decider['ids'] = [actor.id, ...(actor.acting ? [actor.acting.id] : [])];
  const person = await tx
    .selectFrom(peopleOf(asProduct(tx)))
    .select(isPersonOf(accounts).as('is_own'))
    .where('id', '=', person_id)
    .executeTakeFirst();
  return { kind: 'administrator', ids: person?.is_own ? [...accounts, person_id] : accounts, may: true };
}

const isAtDesk = ({ deps, caller }: Desk): boolean => sees(asCaller(deps.db, caller).viewer, 'key_desk');

/** @throws AppError forbidden */
export function requireOwn({ caller }: One, { asked_by_id }: Row): void {
  if (asked_by_id === null || asked_by_id !== caller.actor?.id)
    throw new AppError('forbidden', say('keyRequest.notOwn'));
}

async function saveStep(
  tx: Tx,
  { deps, caller, id }: Changing,
  position: number,
  set: Pick<Updateable<Schema['key_request_step']>, 'decision' | 'reason' | 'granted_until_before'>,
): Promise<void> {
  await tx
    .updateTable('key_request_step')
    .set({ ...set, decided_by_id: caller.actor?.id ?? null, decided_by: caller.name, decided_at: deps.clock() })
    .where('request_id', '=', id)
    .where('position', '=', position)
    .execute();
}

const release = (tx: Tx, desk: Desk, key_id: string, reason: string) =>
  reportKey(tx, { ...desk, id: key_id, expectedVersion: undefined }, { report: 'release', with_holder: false, reason });

type Entry = {
  request_id: string;
  happening: KeyRequestEntry['happening'];
  /** Null: the product. */
  actor_name: string | null;
  note?: string | null;
};

async function addEntry(tx: Tx, { newId, clock }: Pick<Deps, 'newId' | 'clock'>, entry: Entry): Promise<void> {
  await tx
    .insertInto('key_request_entry')
    .values({ id: newId(), at: clock(), note: null, ...entry })
    .execute();
}
