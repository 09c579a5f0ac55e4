import type { HandOut, Key, ReceiptDraft, ReceiptKind, Return, SignedReceipt, Transfer } from '@key2xs/contract';
import { type Language, say } from '@key2xs/texts';
import type { z } from 'zod';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { listKeysByIds } from '../keys/service';
import { changeCustody, holdKeys } from './change-custody';
import { draftReceipt } from './receipts/draft-receipt';
import { linkFor } from './receipts/receipt-links';
import { saveReceipt } from './receipts/sign-receipt';
import { getRecipient } from './recipients';
import { findWarnings, presentWarning, refuseWithoutReason } from './warnings';

export { extendKeys, reportKey, reserveFor } from './manage-keys';
export { countHoldersToWrite } from './write-holders';

type Desk = { deps: Deps; caller: Caller };
type Done = { keys: Key[]; receipt_id: string | null };
type Kind = z.infer<typeof ReceiptKind>;
type WithDue = { id: string; due_at?: string | null | undefined };

type DraftWanted = { kind: Kind; person_id?: string | undefined; keys: readonly WithDue[]; language: Language };

/**
 * What a receipt would say now, and what should be known before.
 * @throws AppError not_found, conflict, validation_failed
 */
export async function draftFor(
  deps: Deps,
  reader: Reader,
  { kind, person_id, keys, language }: DraftWanted,
): Promise<ReceiptDraft> {
  const now = deps.clock();
  const listed = await listKeysByIds({ reader, now }, refuseTwice(keys.map(({ id }) => id)));
  const person = kind === 'return' ? undefined : await recipientOf(reader, person_id, now);
  const warnings = person ? await findWarnings(deps, reader, { person, keys: listed }) : [];
  const { draft, giver } = await composeReceipt(reader.db, {
    kind,
    language,
    drafted_at: now.toISOString(),
    recipient: person?.display_name,
    keys: withDue(listed, keys),
  });
  const link = await linkFor(deps, reader, { kind, person_id: person?.id ?? giver?.person_id ?? null });
  return { ...draft, link, warnings: warnings.map((warning) => presentWarning(warning, reader.language)) };
}

/** @throws AppError not_found, conflict, validation_failed */
export function handOut({ deps, caller }: Desk, body: z.infer<typeof HandOut>): Promise<Done> {
  return give({ deps, caller }, 'hand_out', body);
}

/** @throws AppError not_found, conflict, validation_failed */
export function transfer({ deps, caller }: Desk, body: z.infer<typeof Transfer>): Promise<Done> {
  return give({ deps, caller }, 'transfer', body);
}

async function give(
  desk: Desk,
  kind: 'hand_out' | 'transfer',
  { person_id, keys, reason, receipt }: z.infer<typeof HandOut>,
): Promise<Done> {
  const { deps, caller } = desk;
  const now = deps.clock();
  for (const { due_at } of keys)
    if (due_at !== null && Date.parse(due_at) <= now.getTime()) throw invalidField('keys', say('keyDesk.dueInThePast'));
  // Before the transaction: who may open what is read on a connection of its own.
  const before = asCaller(deps.db, caller);
  const listed = await listKeysByIds({ reader: before, now }, refuseTwice(keys.map(({ id }) => id)));
  const recipient = await getRecipient(before, person_id, now);
  refuseWithoutReason(await findWarnings(deps, before, { person: recipient, keys: listed }), reason);
  const done = await deps.db.transaction().execute(async (tx) => {
    const held = await holdInOrder(
      tx,
      desk,
      keys.map(({ id }) => id),
    );
    const person = await getRecipient(asCaller(tx, caller), person_id, now);
    const receipt_id = receipt
      ? await signFor(tx, desk, { kind, signed: receipt, recipient: person, keys: withDue(held, keys) })
      : null;
    const happening = kind === 'hand_out' ? 'handed_out' : 'transferred';
    const changed = await changeCustody(tx, desk, {
      happenings: keys.map(({ id, due_at }) => ({
        key_id: id,
        event: { event: kind, to: { person_id, identity: null }, due_at },
        happening,
      })),
      action: `key.${happening}`,
      reason: reason ?? null,
      receipt_id,
    });
    return { keys: changed, receipt_id };
  });
  deps.jobs.nudge();
  return done;
}

/** @throws AppError not_found, conflict when keys of several people are meant, validation_failed */
export async function takeBack(desk: Desk, { keys, note, receipt }: z.infer<typeof Return>): Promise<Done> {
  const { deps } = desk;
  const done = await deps.db.transaction().execute(async (tx) => {
    const held = await holdInOrder(
      tx,
      desk,
      keys.map(({ id }) => id),
    );
    const receipt_id = receipt
      ? await signFor(tx, desk, { kind: 'return', signed: receipt, recipient: undefined, keys: withDue(held, []) })
      : null;
    const changed = await changeCustody(tx, desk, {
      happenings: keys.map(({ id }) => ({ key_id: id, event: { event: 'return' }, happening: 'returned' })),
      action: 'key.returned',
      reason: note ?? null,
      receipt_id,
    });
    const broken = keys.filter(({ is_broken }) => is_broken).map(({ id }) => id);
    const after = broken.length > 0 ? await reportBroken(tx, desk, broken, note) : [];
    const byId = new Map(after.map((key) => [key.id, key]));
    return { keys: changed.map((key) => byId.get(key.id) ?? key), receipt_id };
  });
  deps.jobs.nudge();
  return done;
}

/** A key that comes back broken. */
const reportBroken = (tx: Tx, desk: Desk, ids: readonly string[], note: string | undefined): Promise<Key[]> =>
  changeCustody(tx, desk, {
    happenings: ids.map((key_id) => ({ key_id, event: { event: 'report_broken' }, happening: 'reported_broken' })),
    action: 'key.returned',
    reason: note ?? null,
    receipt_id: null,
  });

type Signing = {
  kind: Kind;
  signed: SignedReceipt;
  recipient: { id: string; display_name: string } | undefined;
  keys: readonly { key: Key; due_at: string | null }[];
};

async function signFor(tx: Tx, desk: Desk, { kind, signed, recipient, keys }: Signing): Promise<string> {
  const { draft, giver } = await composeReceipt(tx, {
    kind,
    language: signed.language,
    drafted_at: signed.drafted_at,
    recipient: recipient?.display_name,
    keys,
  });
  const giver_id = giver?.person_id ?? null;
  const people = { person_id: recipient?.id ?? giver_id, giver_id: kind === 'transfer' ? giver_id : null };
  return saveReceipt(tx, desk, { signed, draft, people });
}

type Composing = {
  kind: Kind;
  language: Language;
  drafted_at: string;
  /** Of a return, no one. */
  recipient: string | undefined;
  keys: readonly { key: Key; due_at: string | null }[];
};

/** One page is signed by one person who gives keys away. @throws AppError conflict */
async function composeReceipt(db: Tx | Reader['db'], { kind, language, drafted_at, recipient, keys }: Composing) {
  const givers = new Map(keys.map(({ key: { custody } }) => [JSON.stringify(custody.holder), custody.holder]));
  const [giver = null] = kind === 'hand_out' ? [] : givers.values();
  if (kind !== 'hand_out' && givers.size > 1) throw new AppError('conflict', say('keyDesk.severalHolders'));
  const person_name = recipient ?? giver?.name ?? '';
  const giver_name = kind === 'transfer' ? (giver?.name ?? null) : null;
  return { giver, draft: await draftReceipt(db, { kind, language, drafted_at, person_name, giver_name, keys }) };
}

const recipientOf = (reader: Reader, id: string | undefined, now: Date) => {
  if (id === undefined) throw invalidField('person_id', say('keyDesk.personNeeded'));
  return getRecipient(reader, id, now);
};

async function holdInOrder(tx: Tx, desk: Desk, ids: readonly string[]): Promise<Key[]> {
  const held = await holdKeys(tx, desk, refuseTwice(ids));
  return ids.flatMap((id) => held.get(id)?.key ?? []);
}

function refuseTwice(ids: readonly string[]): readonly string[] {
  if (new Set(ids).size < ids.length) throw invalidField('keys', say('keyDesk.keyTwice'));
  return ids;
}

const withDue = (keys: readonly Key[], wanted: readonly WithDue[]) =>
  keys.map((key) => ({ key, due_at: wanted.find(({ id }) => id === key.id)?.due_at ?? null }));
