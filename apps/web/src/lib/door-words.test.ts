import { describe, expect, it } from 'vitest';
import { cylinderWords, shownName } from './door-words';

describe('a door', () => {
  it('is called as we call it, its marking behind', () => {
    const door = { marking: 'C-1', name: 'CYL 0815', own_name: 'Blue door' };
    expect([shownName(door), cylinderWords(door)]).toEqual(['Blue door', 'Blue door (C-1)']);
  });

  it('is called as its key system does where we call it nothing', () => {
    const door = { marking: 'C-1', name: 'North door', own_name: null };
    expect([shownName(door), cylinderWords(door)]).toEqual(['North door', 'C-1 North door']);
    expect(cylinderWords({ ...door, name: '' })).toBe('C-1');
  });
});
