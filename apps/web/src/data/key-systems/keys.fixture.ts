import type { KeyCustody } from '@key2xs/contract';

/** A key that is out, as the key system alone has it. */
export const aCustody = (values: Partial<KeyCustody> = {}): KeyCustody => ({
  state: 'handed_out',
  holder: null,
  reserved_for: null,
  since: null,
  due_at: null,
  is_overdue: false,
  storage: '',
  is_kept_here: false,
  recording: 'same',
  recording_problem: null,
  version: 0,
  ...values,
});
