import { describe, expect, it } from 'vitest';
import type { MatrixPlace, MatrixSource } from '../source/matrix-source';
import { treeAxis } from '../source/tree-axis';
import { actOf, groupAt } from './keyboard';
import { nothingTyped, rowThatBegins, typeAhead } from './type-ahead';

const node = (label: string, depth: number) => ({ key: label, label, depth, size: 1 });
const rows = [node('Fire', 0), node('Chief', 1), node('Medic', 1), node('Law', 0), node('Clerk', 1)];
const columns = [node('Hall', 0), node('Door', 1), node('Roof', 1), node('Yard', 0), node('Gate', 1)];

const source: MatrixSource = {
  rows: treeAxis(rows, { open: new Set(['Fire']), openGroups: 'entry' }),
  columns: treeAxis(columns, { open: new Set(['Hall']), openGroups: 'band' }),
  cell: (row, column) => ({ share: row === 2 && column === 2 ? 1 : 0 }),
  version: 0,
};

const press = (key: string, cursor: MatrixPlace, held: { isCtrl?: boolean; isShift?: boolean } = {}) =>
  actOf({ key, isCtrl: false, isShift: false, ...held }, { source, cursor, page: 2 });
const goneTo = (key: string, cursor: MatrixPlace, held: { isCtrl?: boolean; isShift?: boolean } = {}) => {
  const act = press(key, cursor, held);
  return act?.kind === 'go' ? act.to : act;
};

describe('the keyboard of a matrix', () => {
  it('moves by one, and stops at the last row and column', () => {
    expect(goneTo('ArrowDown', { row: 0, column: 0 })).toEqual({ row: 1, column: 0 });
    expect(goneTo('ArrowRight', { row: 0, column: 2 })).toEqual({ row: 0, column: 2 });
    expect(goneTo('ArrowDown', { row: 3, column: 0 })).toEqual({ row: 3, column: 0 });
  });

  it('moves into headings and bands, but not into the corner', () => {
    expect(goneTo('ArrowLeft', { row: 1, column: 0 })).toEqual({ row: 1, column: -1 });
    expect(goneTo('ArrowUp', { row: 0, column: 1 })).toEqual({ row: -1, column: 1 });
    expect(goneTo('ArrowUp', { row: -1, column: 1 })).toEqual({ row: -2, column: 1 });
    expect(goneTo('ArrowUp', { row: -2, column: 1 })).toEqual({ row: -2, column: 1 });
    expect(goneTo('ArrowUp', { row: 0, column: -1 })).toEqual({ row: 0, column: -1 });
    expect(goneTo('ArrowLeft', { row: -1, column: 0 })).toEqual({ row: 0, column: -1 });
  });

  it('moves between bands', () => {
    expect(goneTo('ArrowRight', { row: -2, column: 0 })).toEqual({ row: -2, column: 2 });
    expect(goneTo('ArrowLeft', { row: -2, column: 2 })).toEqual({ row: -2, column: 1 });
  });

  it('moves to the next filled crossing with Ctrl, or to the last one', () => {
    expect(goneTo('ArrowDown', { row: 0, column: 2 }, { isCtrl: true })).toEqual({ row: 2, column: 2 });
    expect(goneTo('ArrowDown', { row: 0, column: 0 }, { isCtrl: true })).toEqual({ row: 3, column: 0 });
  });

  it('revokes at the cursor with Delete and Backspace', () => {
    expect(press('Delete', { row: 2, column: 2 })).toEqual({ kind: 'clear' });
    expect(press('Backspace', { row: 2, column: 2 })).toEqual({ kind: 'clear' });
  });

  it('moves to the ends and by pages', () => {
    expect(goneTo('End', { row: 1, column: 0 })).toEqual({ row: 1, column: 2 });
    expect(goneTo('End', { row: 1, column: 0 }, { isCtrl: true })).toEqual({ row: 3, column: 2 });
    expect(goneTo('Home', { row: 3, column: 2 }, { isCtrl: true })).toEqual({ row: 0, column: 0 });
    expect(goneTo('Home', { row: 3, column: 2 })).toEqual({ row: 3, column: 0 });
    expect(goneTo('Home', { row: 3, column: 0 })).toEqual({ row: 3, column: -1 });
    expect(goneTo('PageDown', { row: 1, column: 0 })).toEqual({ row: 3, column: 0 });
    expect(goneTo('PageUp', { row: 1, column: 0 })).toEqual({ row: 0, column: 0 });
  });

  it('selects with Shift, on crossings only', () => {
    expect(press('ArrowDown', { row: 0, column: 0 }, { isShift: true })).toEqual({
      kind: 'go',
      to: { row: 1, column: 0 },
      extends: true,
    });
    expect(press('ArrowDown', { row: 0, column: -1 }, { isShift: true })).toMatchObject({ extends: false });
  });

  it('opens and closes groups like a tree', () => {
    expect(press('ArrowLeft', { row: 0, column: -1 })).toEqual({ kind: 'fold', axis: 'rows', key: 'Fire' });
    expect(press('ArrowRight', { row: 3, column: -1 })).toEqual({ kind: 'fold', axis: 'rows', key: 'Law' });
    expect(goneTo('ArrowRight', { row: 0, column: -1 })).toEqual({ row: 0, column: 0 });
    expect(goneTo('ArrowLeft', { row: 2, column: -1 })).toEqual({ row: 0, column: -1 });
    expect(press('Enter', { row: -2, column: 1 })).toEqual({ kind: 'fold', axis: 'columns', key: 'Hall' });
    expect(press(' ', { row: -1, column: 2 })).toEqual({ kind: 'fold', axis: 'columns', key: 'Yard' });
  });

  it('opens with Enter, toggles with Space, leaves with Escape, zooms', () => {
    const at = { row: 1, column: 1 };
    expect(['Enter', ' ', 'Escape', '+', '-', '0', 'Tab'].map((key) => press(key, at)?.kind)).toEqual([
      'open',
      'toggle',
      'leave',
      'zoom-in',
      'zoom-out',
      'zoom-usual',
      undefined,
    ]);
    expect(press(' ', { row: 1, column: -1 })?.kind).toBe('open');
  });

  it('finds the group of a heading', () => {
    expect(groupAt(source, { row: 1, column: -1 })).toBeUndefined();
    expect(groupAt(source, { row: 1, column: 1 })).toBeUndefined();
    expect(groupAt(source, { row: -2, column: 2 })).toBeUndefined();
  });
});

describe('typing ahead', () => {
  it('moves to the next row with that prefix, wrapping around', () => {
    expect(rowThatBegins(source.rows, 'm', 0)).toBe(2);
    expect(rowThatBegins(source.rows, 'f', 0)).toBe(0);
    expect(rowThatBegins(source.rows, 'La', 3)).toBe(3);
    expect(rowThatBegins(source.rows, 'x', 0)).toBeUndefined();
  });

  it('accumulates letters until a pause', () => {
    const first = typeAhead(nothingTyped, 'l', 1_000);
    expect(typeAhead(first, 'a', 1_500).text).toBe('la');
    expect(typeAhead(first, 'a', 3_000).text).toBe('a');
  });
});
