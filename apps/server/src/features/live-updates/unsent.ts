import type { LiveResource, liveUpdates, SentEvent } from '@key2xs/contract';
import type { Signal } from './signal-log';

/** What a reader has not been sent yet, merged: one who is slow gets less often more, and costs no more than the tasks there are. */
export class Unsent {
  #changed = new Set<string>();
  #progress = new Map<string, { done: number; total: number }>();
  #hasChanges = false;
  #resources = new Set<LiveResource>();
  #id = '';
  #wake: (() => void) | undefined;

  /** `id`: of the signal, as readers know it. */
  add({ changed, progress, resource }: Signal, id: string): void {
    if (resource) this.#resources.add(resource);
    this.#hasChanges ||= (progress.length === 0 && !resource) || changed.length > 0;
    for (const task of changed) this.#changed.add(task);
    for (const { task_id, ...rest } of progress) this.#progress.set(task_id, rest);
    this.#id = id;
    this.#wake?.();
  }

  /** Resolves when there is something to send, or with the signal. */
  async next(signal: AbortSignal): Promise<void> {
    if (this.#id !== '' || signal.aborted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
  }

  /** The id comes with the last event, before which nothing counts as received. */
  take(): SentEvent<typeof liveUpdates.stream>[] {
    const progress = [...this.#progress].map(([task_id, rest]) => ({
      event: 'task_progress' as const,
      data: { task_id, ...rest },
    }));
    const changed = { event: 'tasks_changed' as const, data: { task_ids: [...this.#changed] } };
    const records = { event: 'records_changed' as const, data: { resources: [...this.#resources] } };
    const events = [
      ...progress,
      ...(this.#hasChanges ? [changed] : []),
      ...(this.#resources.size > 0 ? [records] : []),
    ];
    const last = events.pop();
    const id = this.#id;
    this.#changed.clear();
    this.#progress.clear();
    this.#hasChanges = false;
    this.#resources.clear();
    this.#id = '';
    return last ? [...events, { ...last, id }] : [];
  }
}
