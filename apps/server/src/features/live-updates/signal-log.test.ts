import { describe, expect, it } from 'vitest';
import { createSignalLog } from './signal-log';

const signal = (task: string) => ({ changed: [task], progress: [] });

describe('signals since an id', () => {
  it('are those after it', () => {
    const log = createSignalLog('p');
    log.add(signal('a'));
    const id = log.lastId();
    log.add(signal('b'));
    expect(log.since(id)?.map(({ changed }) => changed)).toEqual([['b']]);
    expect(log.since(log.lastId())).toEqual([]);
  });

  it('are unknown where some may be missing', () => {
    const log = createSignalLog('p');
    const first = log.lastId();
    for (let i = 0; i < 300; i++) log.add(signal(`${i}`));
    expect(log.since('p.44')).toHaveLength(256);
    for (const id of [first, 'p.43', 'p.301', 'q.300', 'p.0300', 'p.-1', 'p.', '', undefined]) {
      expect(log.since(id)).toBeUndefined();
    }
  });
});
