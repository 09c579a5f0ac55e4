import type { z } from 'zod';
import { tabStore } from './local-store';

const key = 'drafts';

/**
 * What somebody has begun in this tab. A reload keeps it; the end of the session does not. Another tab has its own.
 * Never give it a secret: whoever reads the browser's storage reads it.
 */
export const tabDraft = <S extends z.ZodType>(name: string, schema: S) => ({
  /** Undefined without one, when it was stored by another version, and for whoever comes here anew and not by a reload. */
  read: (): z.output<S> | undefined => (isReload() ? schema.safeParse(allDrafts()[name]).data : undefined),
  write: (draft: z.input<S>): void => tabStore.write(key, JSON.stringify({ ...allDrafts(), [name]: draft })),
  remove: (): void => tabStore.write(key, JSON.stringify({ ...allDrafts(), [name]: undefined })),
});

/** For whoever signs in or out. */
export const forgetDrafts = (): void => tabStore.remove(key);

/** Or the browser's Back from another site. A link leads to a beginning, also where the last visit was cut short. */
function isReload(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  return !visit || !('type' in visit) || visit.type !== 'navigate';
}

function allDrafts(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(tabStore.read(key) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
