import type { keyHappenings, ReceiptLine, ReceiptTexts, Signature } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { Generated } from 'kysely';
import type { z } from 'zod';
import type { At, Json, MaybeAt, MaybeJson, ReadOnly } from './schema-columns';

type KeyStateName = 'in_stock' | 'reserved' | 'handed_out' | 'lost' | 'broken' | 'retired';

/** What is known here of where keys are. */
export type KeyTables = {
  key_custody: {
    key_id: string;
    state: KeyStateName;
    reserved_for: string | null;
    storage: Generated<string>;
    /** When the holder last changed here. */
    changed_at: At;
    /** When the key system last took the same holder from us; null: not yet. Counts until its keys are read again. */
    recorded_at: MaybeAt;
    /** The key system has to be told who holds it. */
    is_to_write: Generated<boolean>;
    /** Why that failed last. */
    problem: MaybeJson<Sentence>;
    version: Generated<number>;
  };
  /** One stretch of time in which a person has a key; at most one of a key is open. */
  key_assignment: {
    id: string;
    key_id: string;
    /** One of ours, or a person of the key system by identity. */
    person_id: string | null;
    holder_identity: string | null;
    /** Null: before it was kept here. */
    handed_out_at: MaybeAt;
    due_at: MaybeAt;
    ended_at: MaybeAt;
    ended_by: 'return' | 'transfer' | 'retirement' | 'key_system' | null;
  };
  /** Only ever added to. */
  key_history: {
    id: string;
    key_id: string;
    at: At;
    happening: (typeof keyHappenings)[number];
    actor_name: string;
    person_id: string | null;
    holder_identity: string | null;
    due_at: MaybeAt;
    reason: string | null;
    receipt_id: string | null;
  };
  key_receipt: {
    id: string;
    kind: 'hand_out' | 'return' | 'transfer';
    language: 'en' | 'de';
    drafted_at: At;
    /** Who gets the keys; of a return, who gives them back. */
    person_id: string | null;
    giver_id: string | null;
    person_name: string;
    giver_name: string | null;
    statement: string;
    lines: Json<z.infer<typeof ReceiptLine>[]>;
    hash: string;
    signature: MaybeJson<Signature>;
    giver_signature: MaybeJson<Signature>;
    paper: Buffer | null;
    paper_type: string | null;
    created_at: At;
    created_by: string;
  };
  key_receipt_texts: { only_row: Generated<boolean>; texts: Json<ReceiptTexts> };
  /** A view: where each key is, as kept here, else as the key system has recorded it. */
  key_standing: ReadOnly<{
    key_id: string;
    is_kept_here: boolean;
    state: KeyStateName;
    assignment_id: string | null;
    person_id: string | null;
    holder_identity: string | null;
    reserved_for: string | null;
    handed_out_at: Date | null;
    due_at: Date | null;
    storage: string;
    changed_at: Date | null;
    recorded_at: Date | null;
    is_to_write: boolean;
    problem: Sentence | null;
    version: number;
    /** Whether the key system has the same holder, as read, or as written since. */
    is_same: boolean;
  }>;
};
