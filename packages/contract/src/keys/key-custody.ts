import { z } from 'zod';
import { Instant } from '../fields/common';
import { lineOf } from '../fields/text';

export const keyStates = ['in_stock', 'reserved', 'handed_out', 'lost', 'broken', 'retired'] as const;
export type KeyStateName = (typeof keyStates)[number];

/** How far the key system has recorded who holds a key. */
export const keyRecordings = ['same', 'pending', 'failed', 'to_enter', 'differs'] as const;

/** What lists of keys are filtered by. */
export const custodyFilters = [...keyStates, 'overdue', 'due_soon', 'to_record'] as const;

export const KeyHolder = z.object({
  person_id: z.uuid().nullable().describe('When it is one of ours.'),
  name: z.string(),
  department: z.string().nullable(),
});

/** Where a key is. What only we know of it is never changed by a read of the key system. */
export const KeyCustody = z.object({
  state: z
    .enum(keyStates)
    .describe(
      'As handed out and returned here; until that happens for the first time, as the key system has recorded it.',
    ),
  holder: KeyHolder.nullable().describe(
    'Who has it, or had it when it was lost or broke. No one the reader may not see.',
  ),
  reserved_for: KeyHolder.nullable(),
  since: Instant.nullable().describe('When the holder got it; null when not known.'),
  due_at: Instant.nullable(),
  is_overdue: z.boolean(),
  storage: z.string().describe('Where it is kept while it is in stock, e.g. a hook or drawer.'),
  is_kept_here: z.boolean().describe('False: known from the key system alone.'),
  recording: z
    .enum(keyRecordings)
    .describe(
      'Whether the key system has the same holder. pending: it is about to be written. failed: it was refused, and is tried again. to_enter: an operator has to enter it there. differs: it was the same, and someone has changed it there.',
    ),
  recording_problem: z.string().nullable(),
  version: z.int().min(0).describe('Counts what happened to the key here.'),
});
export type KeyCustody = z.infer<typeof KeyCustody>;

export const Storage = lineOf({ min: 0, max: 100 });
