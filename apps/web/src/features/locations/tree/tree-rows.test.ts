import type { LocationNode } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { ancestorIds, findTyped, listRows, pathOf } from './tree-rows';

const place = (id: string): LocationNode => ({
  id,
  parent_id: id.includes('/') ? id.slice(0, id.lastIndexOf('/')) : null,
  name: id.slice(id.lastIndexOf('/') + 1),
  type: 'building',
  protection_class: null,
  owner_person_id: null,
  own_cylinders: 0,
  cylinders: 0,
});
const places = ['Hall', 'Hall/Ground', 'Hall/Ground/Gate', 'Hall/Roof', 'Mill', 'Mill/Gate'].map(place);
const shown = (open: string[], search = '') =>
  listRows(places, { open: new Set(open), search }).rows.map(({ place: { id }, level, isOpen }) => [id, level, isOpen]);

describe('listRows', () => {
  it('shows the content of open places, and which of them have children', () => {
    expect(shown(['Hall'])).toEqual([
      ['Hall', 1, true],
      ['Hall/Ground', 2, false],
      ['Hall/Roof', 2, undefined],
      ['Mill', 1, false],
    ]);
  });

  it('hides everything below a closed place', () => {
    expect(shown(['Hall/Ground']).map(([id]) => id)).toEqual(['Hall', 'Mill']);
  });

  it('shows matches with their ancestors, open or not', () => {
    expect(shown([], 'GAT').map(([id]) => id)).toEqual([
      'Hall',
      'Hall/Ground',
      'Hall/Ground/Gate',
      'Mill',
      'Mill/Gate',
    ]);
  });

  it('limits the lines and counts those left out', () => {
    const many = Array.from({ length: 1_000 }, (_, at) => place(`P${at}`));
    const { rows, hidden } = listRows(many, { open: new Set(), search: '' });
    expect(rows.length + hidden).toBe(1_000);
    expect(hidden).toBeGreaterThan(0);
  });
});

it('lists the ancestors of a place', () => {
  expect(pathOf(places, 'Hall/Ground/Gate')).toEqual(['Hall', 'Ground', 'Gate']);
  expect(ancestorIds(places, 'Hall/Ground/Gate')).toEqual(['Hall/Ground', 'Hall']);
  expect(pathOf(places, 'Gone')).toEqual([]);
});

it('jumps to the next line that begins with the typed text, wrapping around', () => {
  const { rows } = listRows(places, { open: new Set(['Hall', 'Hall/Ground', 'Mill']), search: '' });
  expect(rows.map(({ place: { name } }) => name)).toEqual(['Hall', 'Ground', 'Gate', 'Roof', 'Mill', 'Gate']);
  expect(findTyped(rows, 0, 'g')).toBe(1);
  expect(findTyped(rows, 1, 'ga')).toBe(2);
  expect(findTyped(rows, 2, 'g')).toBe(5);
  expect(findTyped(rows, 5, 'g')).toBe(1);
  expect(findTyped(rows, 3, 'x')).toBe(3);
});
