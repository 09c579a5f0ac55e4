import { expect, test } from 'vitest';
import { changesIn, type EntryRow, presentEntry } from './entry';

const row = (changes: Partial<EntryRow>): EntryRow => ({
  id: '0190c0de-0000-7000-8000-000000000001',
  at: new Date('2026-11-27T12:00:00Z'),
  actor_id: null,
  actor_name: 'ada',
  action: 'location.updated',
  target_type: 'location',
  target_id: '7',
  admin_name: null,
  request_id: null,
  details: null,
  is_erased: false,
  seq: '12',
  ...changes,
});

test('an entry says of each value that is other than before what it was and is', () => {
  const details = { before: { name: 'Annex', notes: '' }, after: { name: 'Annex', notes: 'Alarmed' }, reason: 'Audit' };
  expect(presentEntry(row({ details }))).toMatchObject({
    target_name: 'Annex',
    reason: 'Audit',
    changes: [{ field: 'notes', before: '', after: 'Alarmed' }],
    position: 12,
  });
});

test('what the recorded change leaves out has stayed as it was', () => {
  expect(changesIn('key_plan.updated', { before: { name: 'A', notes: 'x' }, after: { name: 'B' } })).toEqual([
    { field: 'name', before: 'A', after: 'B' },
  ]);
});

test('a value may come or go as a whole, and may be no record', () => {
  expect(changesIn('admin.deputy_set', { before: null, after: { deputy: 'eve' } })).toEqual([
    { field: 'deputy', before: null, after: 'eve' },
  ]);
  expect(changesIn('admin.deputy_removed', { before: { deputy: 'eve' } })).toEqual([
    { field: 'deputy', before: 'eve', after: null },
  ]);
  expect(changesIn('api_token_policy.updated', { before: 90, after: 30 })).toEqual([
    { field: null, before: 90, after: 30 },
  ]);
});

test('the token by which someone acted is named, and the name of an administrator is that of today', () => {
  const details = { username: 'eve', api_token: { id: '1', name: 'Nightly export' } };
  expect(presentEntry(row({ details, admin_name: 'eva' }))).toMatchObject({
    token: 'Nightly export',
    target_name: 'eva',
  });
});
