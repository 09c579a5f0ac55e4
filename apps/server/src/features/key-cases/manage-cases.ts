import type { Answer, KeyCaseDetail, keyCases } from '@key2xs/contract';
import { refuseOutcome } from '@key2xs/domain';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { isInForce, mayDo } from '#platform/sign-in/rights';
import { withinScopeOf } from '#platform/sign-in/within-scope-of';
import { asCaller, asProduct, type Reader, sees } from '#platform/visible-to';
import { copyKeyAccess, restoreKeyAccess } from '../key-access/service';
import { reportKey, reserveFor } from '../key-desk/service';
import { keysOf } from '../keys/relation';
import { listKeysByIds } from '../keys/service';
import { peopleOf } from '../people/relation';
import { addEntry, beginCase, endCase } from './case-events';
import { readCase } from './read-case';
import { invalidateKey, limitTimes, restoreValidity, secureKey, settleLoss } from './secure-key';

type Desk = { deps: Deps; caller: Caller };
type One = Desk & { id: string; expectedVersion: number | undefined };
type BodyOf<Name extends 'open' | 'update' | 'changeMany' | 'becomeLost' | 'invalidate' | 'replace' | 'close'> =
  z.infer<(typeof keyCases)[Name]['body']>;

const dayMs = 86_400_000;
const longestDuplicateDays = 7;

/** @throws AppError not_found, conflict where the key has an open case, or its state does not fit; validation_failed */
export async function openCase(desk: Desk, { key_id, kind, ...more }: BodyOf<'open'>): Promise<KeyCaseDetail> {
  const { deps, caller } = desk;
  const { due_at, note, report = null } = more;
  refusePast(deps, due_at);
  const opened = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock();
    const [key] = await listKeysByIds({ reader: asCaller(tx, caller), now }, [key_id]);
    const { marking = '', custody } = key ?? {};
    const isOut = custody?.state === 'handed_out';
    if ((kind === 'forgotten' || kind === 'return') && !isOut)
      throw new AppError('conflict', say('keyCase.notOut', { marking }));
    if ((kind === 'lost' || kind === 'broken') && custody?.state !== kind)
      await reportKey(
        tx,
        { ...desk, id: key_id, expectedVersion: undefined },
        { report: `report_${kind}`, with_holder: false, reason: note ?? '' },
      );
    const id = await beginCase(tx, deps, { key_id, kind, report, due_at, note: note ?? null, actor_name: caller.name });
    if (id === null) throw new AppError('conflict', say('keyCase.isOpen', { marking }));
    if (kind === 'lost') await secureKey(tx, desk, { case_id: id, key_id, reason: note ?? null });
    await recordEvent(tx, caller, 'key_case.opened', { id, details: { marking, kind, key_id } });
    return readCase({ reader: asCaller(tx, caller), now }, id);
  });
  deps.jobs.nudge();
  return opened;
}

/** @throws AppError not_found, conflict for a closed case, version_conflict, validation_failed */
export function updateCase(one: One, { report, due_at, note, owner_id }: BodyOf<'update'>): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  if (due_at !== undefined) refusePast(deps, due_at);
  if (due_at !== undefined && !note) throw invalidField('note', say('keyCase.dueReason'));
  return changeCase(one, async (tx, found) => {
    const { id } = found;
    const by = { case_id: id, actor_name: caller.name };
    if (report) await addEntry(tx, deps, { ...by, happening: 'reported' });
    if (due_at !== undefined) await addEntry(tx, deps, { ...by, happening: 'due_changed', note: due_at });
    if (note) await addEntry(tx, deps, { ...by, happening: 'noted', note });
    if (owner_id !== undefined)
      await addEntry(tx, deps, { ...by, happening: 'assigned', note: await ownerName(tx, owner_id, found) });
    const values = {
      ...(report && { report: JSON.stringify(report) }),
      ...(due_at !== undefined && { due_at }),
      ...(owner_id !== undefined && { owner_id }),
    };
    await recordEvent(tx, caller, 'key_case.updated', { id, details: { report, due_at, note, owner_id } });
    return values;
  });
}

/** @throws AppError validation_failed for no one who may look after cases, conflict where the key or joiner is outside their scope */
async function ownerName(
  tx: Tx,
  id: string | null,
  { key, holder }: Pick<KeyCaseDetail, 'key' | 'holder'>,
): Promise<string | null> {
  if (id === null) return null;
  const owner = (await listOwners(asProduct(tx))).find((one) => one.id === id);
  if (!owner) throw invalidField('owner_id', say('keyCase.notAnOwner'));
  const theirs = await withinScopeOf(tx, id);
  const seen = key
    ? await tx.selectFrom(keysOf(theirs)).select('key.id').where('key.id', '=', key.id).executeTakeFirst()
    : await tx
        .selectFrom(peopleOf(theirs))
        .select('person.id')
        .where('person.id', '=', holder?.person_id ?? null)
        .executeTakeFirst();
  const marking = key?.marking ?? holder?.name ?? '';
  if (!seen) throw new AppError('conflict', say('keyCase.outsideTheirs', { name: owner.name, marking }));
  return owner.name;
}

/** Administrators in force who assign keys. */
export async function listOwners({ db, viewer }: Reader): Promise<{ id: string; name: string }[]> {
  if (!sees(viewer, 'key_desk')) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select admin.id, coalesce(admin.name, admin.username) as name from admin
    where ${isInForce('admin')} and not admin.is_service and ${mayDo('assign_keys')} order by name, admin.id`.execute(
    db,
  );
  return rows;
}

type Many = { deps: Deps; caller: Caller; language: Language };

/** Each by itself: one that was changed meanwhile, or does not end so, is listed and left as it is. */
export async function changeMany(
  { language, ...desk }: Many,
  { cases, owner_id, outcome, reason }: BodyOf<'changeMany'>,
): Promise<Answer<typeof keyCases.changeMany>> {
  const refused: { id: string; problem: string }[] = [];
  for (const { id, version } of cases) {
    try {
      const one = { ...desk, id, expectedVersion: version };
      if (owner_id === undefined && outcome === undefined) await updateCase(one, { note: reason });
      if (owner_id !== undefined) {
        const changed = await updateCase(one, { owner_id, note: reason });
        one.expectedVersion = changed.version;
      }
      if (outcome !== undefined) await closeCase(one, { outcome, reason, with_holder: false });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ id, problem: renderSentence(error.detail, language) });
    }
  }
  const changed = cases.length - refused.length;
  const details = { changed, refused: refused.length, owner_id, outcome, reason };
  await desk.deps.db.transaction().execute((tx) => recordEvent(tx, desk.caller, 'key_cases.changed', { details }));
  return { changed, refused };
}

/** @throws AppError not_found, conflict for a closed case or a key that cannot be lost, version_conflict */
export function becomeLost(one: One, { reason, report }: BodyOf<'becomeLost'>): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  return changeCase(one, async (tx, { id, key, kind }) => {
    if (key === null) throw new AppError('conflict', say('keyCase.noKey'));
    if (kind === 'lost') throw new AppError('conflict', say('keyCase.isLost', { marking: key.marking }));
    if (key.state !== 'lost')
      await reportKey(
        tx,
        { ...one, id: key.id, expectedVersion: undefined },
        { report: 'report_lost', with_holder: false, reason },
      );
    await addEntry(tx, deps, { case_id: id, happening: 'became_lost', note: reason, actor_name: caller.name });
    await secureKey(tx, one, { case_id: id, key_id: key.id, reason });
    await recordEvent(tx, caller, 'key_case.became_lost', { id, details: { marking: key.marking, reason } });
    return { kind: 'lost', ...(report && { report: JSON.stringify(report) }) };
  });
}

/** @throws AppError not_found, conflict for a case of another kind or a key without times, version_conflict */
export function invalidate(one: One, { reason }: BodyOf<'invalidate'>): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  return changeCase(one, async (tx, { id, key, kind }) => {
    if (kind !== 'return' || key === null) throw new AppError('conflict', say('keyCase.notToReturn'));
    if (!(await invalidateKey(tx, one, { case_id: id, key_id: key.id, reason })))
      throw new AppError('conflict', say('keyCase.notInvalidated', { marking: key.marking }));
    await addEntry(tx, deps, { case_id: id, happening: 'invalidated', note: reason, actor_name: caller.name });
    await recordEvent(tx, caller, 'key_case.invalidated', { id, details: { marking: key.marking, reason } });
    return {};
  });
}

/** @throws AppError not_found, conflict for a key that is not in stock or a holder who is not active, validation_failed */
export function replaceKey(one: One, { key_id, until }: BodyOf<'replace'>): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  return changeCase(one, async (tx, found) => {
    const { id, kind, key, holder, replacement } = found;
    if (key === null) throw new AppError('conflict', say('keyCase.noKey'));
    if (kind === 'return') throw new AppError('conflict', say('keyCase.notReplaced'));
    if (kind === 'mover') throw new AppError('conflict', say('keyCase.moverNotReplaced'));
    if (replacement) throw new AppError('conflict', say('keyCase.hasReplacement', { marking: replacement.marking }));
    if (!holder?.person_id) throw new AppError('conflict', say('keyCase.noHolder', { marking: key.marking }));
    const now = deps.clock().getTime();
    if (kind === 'forgotten') {
      const at = until === undefined ? Number.NaN : Date.parse(until);
      if (!(at > now && at <= now + longestDuplicateDays * dayMs)) throw invalidField('until', say('keyCase.until'));
    }
    const reason = `${key.marking}: ${kind}`;
    await reserveFor(tx, one, { keys: [key_id], person_id: holder.person_id, reason });
    await copyKeyAccess(tx, one, { from: key.id, to: key_id, case_id: id, reason });
    if (kind === 'forgotten' && until) await limitTimes(tx, one, { case_id: id, key_id, until, reason });
    await addEntry(tx, deps, { case_id: id, happening: 'replacement_chosen', note: null, actor_name: caller.name });
    await recordEvent(tx, caller, 'key_case.replacement_chosen', { id, details: { key_id, until } });
    return { replacement_key_id: key_id };
  });
}

/** @throws AppError not_found, conflict while something is left to do, version_conflict */
export async function closeCase(one: One, { outcome, reason, with_holder }: BodyOf<'close'>): Promise<KeyCaseDetail> {
  const { deps, caller } = one;
  const { id, expectedVersion } = one;
  const closed = await deps.db.transaction().execute(async (tx) => {
    const found = await holdCase(tx, one);
    const { key, kind } = found;
    const { doors, version } = await readCase({ reader: asProduct(tx), now: deps.clock() }, id); // those outside the caller's scope too
    refuseOtherVersion(version, expectedVersion, say('keyCase.changed'));
    const refusal = refuseOutcome({ kind, doors, hasReplacement: found.replacement !== null }, outcome);
    if (refusal) throw new AppError('conflict', say(`keyCase.refused.${refusal}`));
    await settleKey(tx, one, { found, outcome, reason, with_holder });
    await endCase(tx, deps, { id, outcome, note: reason, actor_name: caller.name });
    await recordEvent(tx, caller, 'key_case.closed', { id, details: { marking: key?.marking, outcome, reason } });
    return readCase({ reader: asCaller(tx, caller), now: deps.clock() }, id);
  });
  deps.jobs.nudge();
  return closed;
}

type Settling = { found: KeyCaseDetail } & Pick<BodyOf<'close'>, 'outcome' | 'reason' | 'with_holder'>;

/** What the end of a case means for the key, for the doors it was blocked at, and for a replacement no one has fetched. */
async function settleKey(tx: Tx, one: One, { found, outcome, reason, with_holder }: Settling): Promise<void> {
  const { id, key, kind, replacement } = found;
  if (key === null) return;
  const report = (event: Parameters<typeof reportKey>[2]['report'], keyId = key.id) =>
    reportKey(tx, { ...one, id: keyId, expectedVersion: undefined }, { report: event, with_holder, reason });
  if (outcome === 'returned' && (kind === 'return' || kind === 'mover') && key.state === 'handed_out')
    throw new AppError('conflict', say('keyCase.takeBackFirst', { marking: key.marking }));
  if (outcome === 'found' && key.state === 'lost') {
    await settleLoss(tx, one, { case_id: id, reason });
    await report('find');
  }
  if (outcome === 'kept' && kind === 'return') await restoreValidity(tx, one, { case_id: id, reason });
  if (outcome === 'repaired' && key.state === 'broken') await report('repair');
  const isGone = outcome === 'written_off' || outcome === 'replaced';
  if (isGone && (key.state === 'lost' || key.state === 'broken')) await report('retire');
  if (outcome !== 'replaced' && replacement?.state === 'reserved') {
    await restoreKeyAccess(tx, one, { key_id: replacement.id, case_id: id, reason });
    await report('release', replacement.id);
  }
}

type Changes = Record<string, unknown>;

/** Holds an open case, changes it, and counts the change. */
export async function changeCase(
  one: One,
  change: (tx: Tx, found: KeyCaseDetail) => Promise<Changes>,
): Promise<KeyCaseDetail> {
  const { deps, caller, id, expectedVersion } = one;
  const changed = await deps.db.transaction().execute(async (tx) => {
    const found = await holdCase(tx, one);
    refuseOtherVersion(found.version, expectedVersion, say('keyCase.changed'));
    const values = await change(tx, found);
    await tx
      .updateTable('key_case')
      .set((q) => ({ ...values, version: q('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    return readCase({ reader: asCaller(tx, caller), now: deps.clock() }, id);
  });
  deps.jobs.nudge();
  return changed;
}

/** An open case that no one else changes until the transaction ends. @throws AppError not_found, conflict */
async function holdCase(tx: Tx, { deps, caller, id }: Desk & { id: string }): Promise<KeyCaseDetail> {
  await tx.selectFrom('key_case').select('id').where('id', '=', id).forUpdate().execute();
  const found = await readCase({ reader: asCaller(tx, caller), now: deps.clock() }, id);
  if (found.closed_at !== null) throw new AppError('conflict', say('keyCase.isClosed'));
  return found;
}

function refusePast({ clock }: Deps, due_at: string | null): void {
  if (due_at !== null && Date.parse(due_at) <= clock().getTime())
    throw invalidField('due_at', say('keyDesk.dueInThePast'));
}
