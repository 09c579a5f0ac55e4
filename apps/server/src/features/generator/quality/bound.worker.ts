import { mineExact } from '@key2xs/domain';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { BoundOrder } from './bound';

serveRequests<BoundOrder, number>(async ({ relation, withinMs }) => {
  const endsAt = performance.now() + withinMs;
  const work = mineExact(relation, { seed: 1 });
  for (;;) {
    const { done, value } = work.next();
    if (done || performance.now() > endsAt || value.phase === 'tighten') return { ok: true, answer: value.lowerBound };
  }
});
