import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { nextStep, type Situation } from './next-step';

const changeSetId = '01900000-0000-7000-8000-0000000000cc';

const stepOf = (changes: Partial<Situation> = {}) =>
  nextStep({
    sources: [aSource()],
    systems: [aKeySystem()],
    plans: { total: 1, active: 1 },
    reading: [],
    equal: [],
    ...changes,
  });

describe('nextStep', () => {
  it('starts with an identity source', () => {
    expect(stepOf({ sources: [], systems: [] })).toEqual({ is: 'source' });
  });

  it('imports people of a source that was never read', () => {
    expect(stepOf({ sources: [aSource({ last_read_at: null })], systems: [] })).toMatchObject({ is: 'people' });
  });

  it('ignores an inactive source', () => {
    expect(stepOf({ sources: [aSource({ last_read_at: null, is_active: false })] })?.is).toBe('preview');
  });

  it('waits while the doors of a new key system are read', () => {
    const system = aKeySystem({ inventory_read_at: null });
    expect(stepOf({ systems: [system] })).toMatchObject({ is: 'inventory' });
    expect(stepOf({ systems: [system], reading: [system.id] })).toMatchObject({ is: 'reading' });
  });

  it('asks for a key system next', () => {
    expect(stepOf({ systems: [] })).toEqual({ is: 'system' });
  });

  it.each([
    ['source', { sources: [aSource({ waiting_change_set_id: changeSetId, last_read_at: null })], systems: [] }],
    ['key system', { systems: [aKeySystem({ waiting_change_set_id: changeSetId, status: 'ERROR' })] }],
  ])('puts the waiting change set of a %s first', (_whose, changes) => {
    expect(stepOf(changes)).toMatchObject({ is: 'decide', changeSetId });
  });

  it('repairs a key system that fails', () => {
    const broken = aKeySystem({ status: 'ERROR', error_message: 'The certificate has ended.' });
    expect(stepOf({ systems: [broken] })).toMatchObject({ is: 'repair', message: 'The certificate has ended.' });
  });

  it('reads an unknown inventory', () => {
    expect(stepOf({ systems: [aKeySystem({ inventory_read_at: null })] })?.is).toBe('inventory');
  });

  it('writes, then activates a key plan', () => {
    expect(stepOf({ plans: { total: 0, active: 0 } })).toEqual({ is: 'plan' });
    expect(stepOf({ plans: { total: 2, active: 0 } })).toEqual({ is: 'activate' });
  });

  it('previews a sync to the first active key system once all is set up', () => {
    const off = aKeySystem({ id: '01900000-0000-7000-8000-0000000000dd', is_active: false, status: 'DISABLED' });
    expect(stepOf({ systems: [off, aKeySystem()] })).toMatchObject({ is: 'preview', on: { id: aKeySystem().id } });
  });

  it('proposes nothing while every key system is inactive', () => {
    expect(stepOf({ systems: [aKeySystem({ is_active: false, status: 'DISABLED' })] })).toBeUndefined();
  });
});
