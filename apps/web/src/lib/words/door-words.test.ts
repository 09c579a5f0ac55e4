import { describe, expect, it } from 'vitest';
import { cylinderWords, shownName } from './door-words';

describe('a door', () => {
  it('shows our own name, followed by the marking', () => {
    const door = { marking: 'C-1', name: 'CYL 0815', own_name: 'Blue door' };
    expect([shownName(door), cylinderWords(door)]).toEqual(['Blue door', 'Blue door (C-1)']);
  });

  it('shows the name of the key system if it has no own name', () => {
    const door = { marking: 'C-1', name: 'North door', own_name: null };
    expect([shownName(door), cylinderWords(door)]).toEqual(['North door', 'C-1 North door']);
    expect(cylinderWords({ ...door, name: '' })).toBe('C-1');
  });
});
