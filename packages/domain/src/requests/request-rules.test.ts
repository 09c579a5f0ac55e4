import type { KeyRequestRule } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { type Around, assignSteps, daysAsked, isTooLong, stepsNeeded } from './request-rules';

const rules: KeyRequestRule[] = [
  { kinds: ['return'], min_class: null, min_days: null, steps: [], max_days: null },
  { kinds: [], min_class: 4, min_days: null, steps: ['owner'], max_days: 90 },
  { kinds: [], min_class: null, min_days: 30, steps: ['manager', 'security'], max_days: null },
  { kinds: ['new_key', 'temporary'], min_class: null, min_days: null, steps: ['manager'], max_days: null },
];
const asked = { kind: 'new_key', protection_class: null, days: 10 } as const;

describe('the steps of a request', () => {
  it.each([
    ['a short time', asked, ['manager']],
    ['a long time', { ...asked, days: 31 }, ['manager', 'security']],
    ['no end', { ...asked, days: null }, ['manager', 'security']],
    ['the best protected doors, by two', { ...asked, protection_class: 4 }, ['owner', 'security']],
    ['a return', { ...asked, kind: 'return', protection_class: 4 } as const, []],
    ['what no rule is about', { ...asked, kind: 'extension' } as const, ['security']],
  ])('follow the first rule that fits: %s', (_, given, steps) => {
    expect(stepsNeeded(rules, given).steps).toEqual(steps);
  });

  it('are limited in time', () => {
    const best = { ...asked, protection_class: 4 };
    const tooLong = (days: number | null) => isTooLong(stepsNeeded(rules, best), { ...best, days });
    expect([tooLong(90), tooLong(91), tooLong(null)]).toEqual([false, true, true]);
    const now = new Date('2026-03-02T08:00:00.000Z');
    expect(daysAsked('2026-03-10T00:00:00.000Z', '2026-03-11T01:00:00.000Z', now)).toBe(2);
    expect(daysAsked('2026-03-01T00:00:00.000Z', null, now)).toBeNull();
  });
});

describe('who agrees', () => {
  const now = new Date('2026-03-02T08:00:00.000Z');
  const active = (id: string) => ({ id, is_active: true });
  const around: Around = {
    person_id: 'ada',
    manager: active('bo'),
    owner: active('cy'),
    owner_deputy: active('di'),
    deputies: [active('eve')],
    absences: [],
  };
  const away = (person_id: string, deputy_id: string) => ({
    ...{ person_id, deputy_id },
    ...{ from: '2026-03-01T00:00:00.000Z', until: '2026-03-08T00:00:00.000Z' },
  });
  const of = (more: Partial<Around>, at = now) =>
    assignSteps(['manager', 'owner', 'security'], { ...around, ...more }, at).map(({ person_id }) => person_id);

  it.each([
    ['manager and owner', {}, ['bo', 'cy', null]],
    ['the deputy of an absent manager', { absences: [away('bo', 'eve')] }, ['eve', 'cy', null]],
    ['the deputy of the place', { absences: [away('cy', 'ada')] }, ['bo', 'di', null]],
    ['no one for themselves', { manager: active('ada'), owner: active('ada') }, [null, 'di', null]],
    ['no one who has left', { manager: { id: 'bo', is_active: false } }, [null, 'cy', null]],
    [
      'security, where all are away',
      { absences: [away('cy', 'eve'), away('di', 'eve'), away('eve', 'x')] },
      ['bo', null, null],
    ],
  ])('%s', (_, more, who) => {
    expect(of(more)).toEqual(who);
  });

  it('is the same again after the absence', () => {
    expect(of({ absences: [away('bo', 'eve')] }, new Date('2026-03-08T00:00:00.000Z'))[0]).toBe('bo');
  });
});
