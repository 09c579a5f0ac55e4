import { describe, expect, it } from 'vitest';
import { hashDetails } from './audit';
import { chainStart, macHead } from './audit-end';
import { eventSigner } from './audit-event';
import { ChainInspection, erasureMark, hashEvent, type SealedEvent } from './audit-inspection';

const key = Buffer.alloc(32, 3);

/** A sound chain of `count` events. */
function aChain(count: number): SealedEvent[] {
  const events: SealedEvent[] = [];
  for (let seq = 1; seq <= count; seq++) {
    const event = {
      id: `id-${seq}`,
      at_text: `2030-01-01T00:00:00.00000${seq}Z`,
      actor_id: null,
      actor_name: 'ada',
      action: 'key_plan.updated',
      target_type: 'key_plan',
      target_id: `plan-${seq}`,
      request_id: null,
      details_hash: hashDetails('salt', `{"n":${seq}}`),
    };
    const prev_hash = events.at(-1)?.hash ?? chainStart;
    const hash = hashEvent(key, prev_hash, event);
    const mac = eventSigner(key)(event);
    events.push({ ...event, seq: String(seq), prev_hash, hash, mac, details: { n: seq }, details_salt: 'salt' });
  }
  return events;
}

const headOf = (events: SealedEvent[]) => {
  const last = events.at(-1);
  const [seq, hash] = [Number(last?.seq ?? 0), last?.hash ?? chainStart];
  return { seq: String(seq), hash, mac: macHead(key, { seq, hash }) };
};

function inspect(events: SealedEvent[], head: ReturnType<typeof headOf> | undefined): string[] {
  const inspection = new ChainInspection(key);
  for (const event of events.toSorted((a, b) => Number(a.seq) - Number(b.seq))) inspection.take(event);
  return inspection.finish(head).map(({ seq, kind }) => `${seq} ${kind}`);
}

const at = (events: SealedEvent[], seq: number): SealedEvent => {
  const found = events[seq - 1];
  if (!found) throw new Error(`no row ${seq}`);
  return found;
};

/** Manipulations by an attacker with the database but without the key, and what is reported. */
const deeds: [deed: string, harm: (events: SealedEvent[]) => SealedEvent[], named: string[]][] = [
  ['nothing', (events) => events, []],
  ['changing who', (events) => events.with(4, { ...at(events, 5), actor_name: 'eve' }), ['5 edited']],
  ['changing when', (events) => events.with(4, { ...at(events, 5), at_text: '2030-01-01T00:00:01Z' }), ['5 edited']],
  ['changing details', (events) => events.with(4, { ...at(events, 5), details: { n: 6 } }), ['5 edited']],
  ['emptying details', (events) => events.with(4, { ...at(events, 5), details: null }), ['5 edited']],
  ['changing a hash', (events) => events.with(4, { ...at(events, 5), hash: 'f'.repeat(64) }), ['5 edited']],
  ['changing a link', (events) => events.with(4, { ...at(events, 5), prev_hash: chainStart }), ['5 edited']],
  ['deleting the first', (events) => events.toSpliced(0, 1), ['1 missing']],
  ['deleting one', (events) => events.toSpliced(4, 1), ['5 missing']],
  ['deleting three', (events) => events.toSpliced(4, 3), ['5 missing']],
  [
    'deleting one and moving the rest up',
    (events) => events.filter((_, i) => i !== 4).map((event, i) => ({ ...event, seq: String(i + 1) })),
    ['5 missing', '12 truncated'],
  ],
  ['cutting off the end', (events) => events.slice(0, 9), ['10 truncated']],
  ['cutting off everything', () => [], ['1 truncated']],
  ['swapping neighbours', (events) => swapped(events, 5, 6), ['5 swapped', '6 swapped']],
  ['swapping around one', (events) => swapped(events, 5, 7), ['5 swapped', '7 swapped']],
  ['swapping distant ones', (events) => swapped(events, 2, 9), ['2 swapped', '9 swapped']],
  ['swapping the ends', (events) => swapped(events, 1, 12), ['1 swapped', '12 swapped']],
  [
    'editing two, deleting one',
    (events) =>
      events
        .with(1, { ...at(events, 2), action: 'x' })
        .with(9, { ...at(events, 10), hash: '' })
        .toSpliced(5, 1),
    ['2 edited', '6 missing', '10 edited'],
  ],
  [
    'deleting one and swapping others',
    (events) => swapped(events, 5, 9).filter(({ seq }) => seq !== '7'),
    ['5 swapped', '7 missing', '9 swapped'],
  ],
  [
    'adding a row of their own',
    (events) => [...events, { ...at(events, 12), id: 'forged', seq: '13', prev_hash: at(events, 12).hash }],
    ['12 edited', '13 edited'],
  ],
];

function swapped(events: SealedEvent[], a: number, b: number): SealedEvent[] {
  return events.with(a - 1, { ...at(events, b), seq: String(a) }).with(b - 1, { ...at(events, a), seq: String(b) });
}

describe('ChainInspection', () => {
  it.each(deeds)('after %s', (_deed, harm, named) => {
    const events = aChain(12);
    expect(inspect(harm(events), headOf(events))).toEqual(named);
  });

  it('notices a forged, a missing and an older end', () => {
    const events = aChain(5);
    expect(inspect(events.slice(0, 3), { ...headOf(events.slice(0, 3)), mac: 'f'.repeat(64) })).toEqual(['3 edited']);
    expect(inspect(events, undefined)).toEqual(['6 truncated']);
    expect(inspect(events, headOf(events.slice(0, 3)))).toEqual(['3 edited']);
  });

  it('accepts details erased by the holder of the key, and only those', () => {
    const events = aChain(3);
    const erase = (by: Buffer) =>
      events.with(1, { ...at(events, 2), details: null, details_salt: erasureMark(by, at(events, 2)) });
    expect(inspect(erase(key), headOf(events))).toEqual([]);
    expect(inspect(erase(Buffer.alloc(32, 4)), headOf(events))).toEqual(['2 edited']);
  });

  it('reports at most 100 problems, the earliest first', () => {
    const events = aChain(300);
    const problems = inspect(
      events.map((event) => ({ ...event, actor_name: 'eve' })),
      headOf(events),
    );
    expect(problems).toHaveLength(100);
    expect(problems[0]).toBe('1 edited');
  });
});
