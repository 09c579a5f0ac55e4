import { chooseAmong, type MinedChoice, planChoices } from '@key2xs/domain';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { ChooserOrder } from './chooser';

serveRequests<ChooserOrder, MinedChoice[]>(async ({ withinMs, ...order }) => {
  const endsAt = performance.now() + withinMs;
  const work = planChoices(order);
  for (;;) {
    const { done, value } = work.next();
    if (done || performance.now() > endsAt) return { ok: true, answer: chooseAmong(value) };
  }
});
