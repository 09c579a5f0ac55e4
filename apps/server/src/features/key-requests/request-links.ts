import type { KeyRequestVisit, keyRequestLinks } from '@key2xs/contract';
import { nextRequestState } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { insertJob } from '#platform/jobs/job-rows';
import { takeRequestLink, withinLinkLimit } from '#platform/sign-in/login-limits';
import { hashToken } from '#platform/sign-in/sessions';
import { asProduct } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { peopleOf } from '../people/relation';
import {
  answerHeld,
  type Changed,
  cancelHeld,
  factsOf,
  listSteps,
  saveChange,
  stateOf,
  submitIncomplete,
  submitPrepared,
} from './change-request';
import { aboutPlace } from './prepare-request';
import { findRules } from './rules';

/** Job that mails one link, by the id of its row. */
export const mailRequestLinkJob = 'mail-request-link';

type Visit = { deps: Deps; caller: Caller; address: string };
type BodyOf<Name extends 'ask' | 'open' | 'submit' | 'answer' | 'cancel'> = z.output<
  (typeof keyRequestLinks)[Name]['body']
>;

const maxOpen = 10;
const maxListed = 50;

/**
 * Off unless the rules say otherwise. A link is only made for the configured address: the one that a request says could be an
 * attacker's, who would get the token.
 */
export async function isOffered(db: Db, { mailer, config }: Pick<Deps, 'mailer' | 'config'>): Promise<boolean> {
  return mailer !== undefined && config.publicUrl !== undefined && (await findRules(db)).asks_by_mail;
}

/**
 * Answers and writes the same for every mail address, whether someone has it or not; who has it is looked up by the job.
 * @throws AppError too_many_attempts for the network
 */
export async function askForLink(
  { deps, caller, address }: Visit,
  { mail_address, language }: BodyOf<'ask'>,
): Promise<{ success: true }> {
  const folded = mail_address.toLowerCase();
  const isAllowed = await takeRequestLink(deps, { address, mailAddress: folded });
  const id = deps.newId();
  await deps.db.transaction().execute(async (tx) => {
    const none = { request_id: null, state: null, answer: null };
    await tx
      .insertInto('key_request_link_mail')
      .values({ id, mail_address: isAllowed ? folded : null, language, ...none, at: deps.clock() })
      .execute();
    await insertJob(tx, { kind: mailRequestLinkJob, key: id });
    await recordEvent(tx, caller, 'key_request_link.requested', { details: { address } });
  });
  deps.jobs.nudge();
  return { success: true };
}

/** @throws AppError link_expired for whatever token opens nothing, too_many_attempts */
export function openLink(deps: Deps, address: string, { token }: BodyOf<'open'>): Promise<KeyRequestVisit> {
  return withinLinkLimit(deps, address, async () => describe(deps.db, await findOpen(deps.db, deps, token)));
}

/** Asks for oneself. @throws AppError link_expired, too_many_attempts, conflict, validation_failed */
export function submitByLink(
  visit: Visit,
  { token, place_words, ...asked }: BodyOf<'submit'>,
): Promise<KeyRequestVisit> {
  return act(visit, token, async (tx, { deps, caller, person_id }) => {
    const own = tx.selectFrom('key_request').where('person_id', '=', person_id).where('is_by_link', '=', true);
    const open = await own.select('id').where('closed_at', 'is', null).limit(maxOpen).execute();
    if (open.length === maxOpen) throw new AppError('conflict', say('keyRequest.tooManyOpen', { count: maxOpen }));
    const isAboutPlace = aboutPlace.includes(asked.kind);
    if (isAboutPlace && place_words === '') throw invalidField('place_words', say('keyRequest.whereNeeded'));
    const body = { ...asked, person_id, place_id: null, key_id: isAboutPlace ? null : asked.key_id };
    const submitted = { id: deps.newId(), body, is_by_link: true };
    if (isAboutPlace) await submitIncomplete(tx, { deps, caller }, { ...submitted, place_words });
    else await submitPrepared(tx, { deps, caller }, submitted);
  });
}

/** @throws AppError link_expired, too_many_attempts, not_found, conflict */
export const answerByLink = (visit: Visit, { token, request_id, note }: BodyOf<'answer'>): Promise<KeyRequestVisit> =>
  changeOwn(visit, { token, request_id }, (tx, one) => answerHeld(tx, one, { ...one, note }));

/** @throws AppError link_expired, too_many_attempts, not_found, conflict */
export const cancelByLink = (visit: Visit, { token, request_id, reason }: BodyOf<'cancel'>): Promise<KeyRequestVisit> =>
  changeOwn(visit, { token, request_id }, (tx, one) => cancelHeld(tx, one, { ...one, reason }));

type Own = { deps: Deps; caller: Caller; person_id: string };
type Held = Own & { row: Awaited<ReturnType<typeof holdOwn>>; facts: ReturnType<typeof factsOf> };

function changeOwn(
  visit: Visit,
  { token, request_id }: { token: string; request_id: string },
  make: (tx: Tx, held: Held) => Promise<Changed>,
): Promise<KeyRequestVisit> {
  return act(visit, token, async (tx, own) => {
    const row = await holdOwn(tx, own.person_id, request_id);
    const facts = factsOf(row, await listSteps(tx, request_id));
    const changed = await make(tx, { ...own, row, facts });
    await saveChange(tx, own.deps, { row, changed, actor_name: own.caller.name });
  });
}

/** One act of the person whose link it is. An account signed in in the same browser has no part in it. */
async function act(
  { deps, caller, address }: Visit,
  token: string,
  work: (tx: Tx, own: Own) => Promise<void>,
): Promise<KeyRequestVisit> {
  const inTransaction = () =>
    deps.db.transaction().execute(async (tx) => {
      const link = await findOpen(tx, deps, token);
      // One act of a person at a time, so that limits hold.
      await tx
        .selectFrom('key_request_link')
        .select('person_id')
        .where('person_id', '=', link.person_id)
        .forUpdate()
        .execute();
      const person: Caller = { ...caller, actor: undefined, name: link.person_name, is_by_link: true };
      await work(tx, { deps, caller: person, person_id: link.person_id });
      return describe(tx, link);
    });
  const visit = await withinLinkLimit(deps, address, inTransaction);
  deps.jobs.nudge();
  return visit;
}

/** @throws AppError not_found */
async function holdOwn(tx: Tx, personId: string, id: string) {
  const row = await tx
    .selectFrom('key_request')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('is_by_link', '=', true)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('key_request');
  return row;
}

type Link = { person_id: string; person_name: string; expires_at: Date };

/** @throws AppError link_expired */
async function findOpen(db: Db, deps: Deps, token: string): Promise<Link> {
  const hash = hashToken(token);
  const expiresAt = sql<Date>`case when link.token_hash = ${hash} then link.expires_at else link.former_expires_at end`;
  const row = await db
    .selectFrom('key_request_link as link')
    .innerJoin(peopleOf(asProduct(db)), 'person.id', 'link.person_id')
    .select(['link.person_id', 'person.display_name as person_name', expiresAt.as('expires_at')])
    .where((q) => q.or([q('link.token_hash', '=', hash), q('link.former_token_hash', '=', hash)]))
    .where(expiresAt, '>', deps.clock())
    .where('person.active', '=', true)
    .where('person.superseded_at', 'is', null)
    .executeTakeFirst();
  if (!row || !(await isOffered(db, deps))) throw new AppError('link_expired', say('keyRequest.linkNotOpen'));
  return row;
}

async function describe(db: Db, { person_id, person_name, expires_at }: Link): Promise<KeyRequestVisit> {
  const { rows: keys } = await sql<KeyRequestVisit['keys'][number]>`
    select key.id, key.marking, key.name from ${keysOf(asProduct(db))} join key_standing as standing on standing.key_id = key.id
    where standing.person_id = ${person_id} and standing.state = 'handed_out' and key.deleted_at is null
    order by key.marking, key.id`.execute(db);
  const noteOf = (happening: 'asked_back' | 'rejected') => sql<string | null>`(
    select entry.note from key_request_entry as entry where entry.request_id = key_request.id and entry.happening = ${happening}
    order by entry.at desc, entry.id desc limit 1)`;
  const rows = await db
    .selectFrom('key_request')
    .leftJoin(keysOf(asProduct(db)), 'key.id', 'key_request.key_id')
    .select(['key_request.id', 'kind', 'key_request.state', 'step', 'steps', 'place_words', 'reason', 'pick_up_by'])
    .select(['starts_at', 'ends_at', 'granted_until', 'asked_at', 'key.marking as key_marking'])
    .select(noteOf('asked_back').as('question'))
    .select(noteOf('rejected').as('rejected_because'))
    .where('key_request.person_id', '=', person_id)
    .where('is_by_link', '=', true)
    .orderBy('asked_at', 'desc')
    .orderBy('key_request.id')
    .limit(maxListed)
    .execute();
  return { person_name, expires_at: expires_at.toISOString(), keys, requests: rows.map(present) };
}

type Row = Omit<
  KeyRequestVisit['requests'][number],
  'asked_at' | 'starts_at' | 'ends_at' | 'pick_up_by' | 'can_cancel'
> &
  Record<'starts_at' | 'ends_at' | 'granted_until' | 'pick_up_by', Date | null> & {
    asked_at: Date;
    step: number;
    steps: number;
  };

function present({ step, steps, granted_until, ...row }: Row): KeyRequestVisit['requests'][number] {
  const { kind, state, ends_at, starts_at, pick_up_by, asked_at, question, rejected_because } = row;
  return {
    ...row,
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: (granted_until ?? ends_at)?.toISOString() ?? null,
    asked_at: asked_at.toISOString(),
    pick_up_by: state === 'ready_for_pickup' ? (pick_up_by?.toISOString() ?? null) : null,
    question: state === 'needs_info' ? question : null,
    rejected_because: state === 'rejected' ? rejected_because : null,
    can_cancel: 'state' in nextRequestState(stateOf({ state, step, steps }), { event: 'cancel' }, kind),
  };
}
