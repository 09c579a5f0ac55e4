import { describe, expect, it } from 'vitest';
import { inkOn } from './palette';

describe('inkOn', () => {
  it('returns the more readable colour on light and dark', () => {
    const [light, dark] = [
      { ink: '#101820', panel: '#ffffff' },
      { ink: '#e8edf2', panel: '#171f29' },
    ];
    expect(inkOn('#b5d3d3', light)).toBe('#101820');
    expect(inkOn('#0a3e3e', light)).toBe('#ffffff');
    expect(inkOn('#1d3b40', dark)).toBe('#e8edf2');
    expect(inkOn('#3d9690', dark)).toBe('#171f29');
  });
});
