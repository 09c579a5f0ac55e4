import { describe, expect, it } from 'vitest';
import { addRow, type Content, dropRow, retime, rowKey, toggleGrant, toggleWholeRow, withColumns } from './choices';
import { canWrite, missingOf } from './missing';

const nothing: Content = {
  name: '',
  description: '',
  time_zone: 'UTC',
  schedule_policy: 'refuse',
  iam_connection_ids: [],
  key_system_connection_ids: [],
  rows: [],
  columns: [],
  times: [{ id: 'day', name: 'Day', time_restrictions: [] }],
  grants: [],
  names: [],
};
const ward = { subject_type: 'department', subject_identifier: 'Ward', name: 'Ward' } as const;
const gate = { subject_type: 'department', subject_identifier: 'Gate', name: 'Gate' } as const;
const hall = { object_type: 'location', object_identifier: 'hall', name: 'Hall' } as const;
const lab = { object_type: 'cylinder_group', object_identifier: 'lab', name: 'Lab' } as const;

const chosen = withColumns(addRow(addRow(nothing, [ward]), [gate]), [hall, lab]);
const [wardRow = '', gateRow = ''] = chosen.rows.map(({ id }) => id);
const [hallColumn = '', labColumn = ''] = chosen.columns.map(({ id }) => id);

describe('what is missing', () => {
  it('is listed by step', () => {
    expect(missingOf(nothing, 'basics')).toEqual(['name', 'description', 'source', 'system']);
    expect(missingOf(nothing, 'places')).toEqual(['columns']);
    expect(missingOf(nothing, 'who')).toEqual(['rows']);
    expect(missingOf(chosen, 'rules')).toEqual(['grants']);
    const one = toggleGrant(chosen, { row: wardRow, column: labColumn }, null);
    expect(missingOf(one, 'rules')).toEqual(['rowsWithout']);
    expect(missingOf(toggleWholeRow(one, gateRow, null), 'rules')).toEqual([]);
    expect(missingOf({ ...nothing, times: [{ id: 'x', name: ' ', time_restrictions: [] }] }, 'time')).toEqual([
      'timeNames',
    ]);
  });

  it('keeps the draft from being written while name or description are', () => {
    expect(canWrite({ ...nothing, name: 'City', description: ' ' })).toBe(false);
    expect(canWrite({ ...nothing, name: 'x'.repeat(101), description: 'Why' })).toBe(false);
    expect(canWrite({ ...nothing, name: 'City', description: 'Why' })).toBe(true);
  });
});

describe('choices', () => {
  it('take grants with them when they are taken out', () => {
    const whole = toggleWholeRow(toggleWholeRow(chosen, wardRow, null), gateRow, 'day');
    expect(whole.grants).toHaveLength(4);
    expect(dropRow(whole, rowKey({ all_of: [ward] })).grants.map(({ row }) => row)).toEqual([gateRow, gateRow]);
    expect(withColumns(whole, [lab]).grants.map(({ column }) => column)).toEqual([labColumn, labColumn]);
  });

  it('are granted by one click and taken back by the next at the same time only', () => {
    const cell = { row: wardRow, column: hallColumn };
    const always = toggleGrant(chosen, cell, null);
    const timed = toggleGrant(always, cell, 'day');
    expect([always, timed, toggleGrant(timed, cell, 'day')].map(({ grants }) => grants)).toEqual([
      [{ ...cell, time: null }],
      [{ ...cell, time: 'day' }],
      [],
    ]);
  });

  it('get another time a row at a time', () => {
    const whole = toggleWholeRow(toggleWholeRow(chosen, wardRow, null), gateRow, null);
    const moved = retime(whole, { row: wardRow, from: null, to: 'day' });
    expect(moved.grants.filter(({ time }) => time === 'day').map(({ row }) => row)).toEqual([wardRow, wardRow]);
  });
});
