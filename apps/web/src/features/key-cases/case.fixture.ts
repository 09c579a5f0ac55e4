import type { KeyCaseDetail } from '@key2xs/contract';

const id = (n: number) => `01900000-0000-7000-8000-0000000ca5${String(n).padStart(2, '0')}`;

/** The case of someone without a key. */
export const aJoinerCase = (fields: Partial<KeyCaseDetail> = {}): KeyCaseDetail => ({
  id: id(1),
  kind: 'joiner',
  key: null,
  holder: { person_id: id(2), name: 'Ada Moss', department: 'Health' },
  opened_at: '2026-03-01T06:00:00.000Z',
  opened_by: null,
  due_at: '2026-03-08T06:00:00.000Z',
  is_overdue: false,
  next_step: 'request_key',
  moved_doors: null,
  joiner: { entitled_since: '2026-03-01T05:00:00.000Z', first_day: null, request: null, reserved_key: null },
  joiner_access: {
    doors: 12,
    rules: [{ id: id(3), name: 'Wards', keyplan_id: id(4), keyplan_name: 'Hospital' }],
    systems: [{ connection_id: id(5), connection_name: 'Main site', doors: 12, in_stock: 3 }],
  },
  doors: { undecided: 0, waiting: 0, failed: 0, secured: 0, accepted: 0 },
  replacement: null,
  lane: 'to_do',
  owner: null,
  can_be_replaced: false,
  closed_at: null,
  closed_by: null,
  outcome: null,
  version: 1,
  moved: [],
  report: { happened_at: null, place: '', circumstances: '', police_reference: '' },
  time_zone: 'Europe/Berlin',
  entries: [],
  exposure: null,
  own_rights: null,
  copied_rights: null,
  ...fields,
});

/** The case of a key that is to be returned. */
export const aReturnCase = (): KeyCaseDetail =>
  aJoinerCase({
    ...{ id: id(6), kind: 'return', next_step: 'collect_key', joiner: null, joiner_access: null, lane: 'holder' },
    key: {
      ...{ id: id(7), marking: 'K-0001', name: 'Ward', state: 'handed_out' },
      ...{ connection_id: id(5), connection_name: 'Main site' },
    },
  });
