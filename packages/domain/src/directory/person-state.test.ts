import { describe, expect, it } from 'vitest';
import { personStateOn, readDay, readSwitch } from './person-state';

describe('readSwitch', () => {
  it.each([
    ['', true],
    ['TRUE', true],
    ['Ja', true],
    ['1', true],
    ['False', false],
    ['nein', false],
    ['0', false],
    ['perhaps', undefined],
  ])('reads %j as %s', (text, expected) => {
    expect(readSwitch(text)).toBe(expected);
  });
});

describe('readDay', () => {
  it.each([
    ['2026-02-28', '2026-02-28'],
    ['2026-11-30T23:59:59Z', '2026-11-30'],
    ['1.2.2026', '2026-02-01'],
    ['', ''],
    ['2026-02-30', undefined],
    ['31.11.2026', undefined],
    ['11/30/2026', undefined],
    ['soon', undefined],
  ])('reads %j as %j', (text, expected) => {
    expect(readDay(text)).toBe(expected);
  });
});

describe('personStateOn', () => {
  it.each([
    [{}, 'active'],
    [{ start_date: '2026-05-10', end_date: '2026-05-10' }, 'active'],
    [{ start_date: '2026-05-11' }, 'coming'],
    [{ start_date: '2026-05-11', active: 'false' }, 'suspended'],
    [{ end_date: '2026-05-09', active: 'false' }, 'left'],
  ])('makes %j %s on the tenth of May', (fields, state) => {
    expect(personStateOn(fields, '2026-05-10')).toBe(state);
  });
});
