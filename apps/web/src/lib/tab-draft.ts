import type { z } from 'zod';
import { tabStore } from './local-store';

const key = 'drafts';

/**
 * Unfinished work in this tab. It survives a reload and ends with the session; each tab has its own. Never store a
 * secret in it: scripts of the page can read it.
 */
export const tabDraft = <S extends z.ZodType>(name: string, schema: S) => ({
  /** Undefined without a draft, for one stored by another version, and after a new visit rather than a reload. */
  read: (): z.output<S> | undefined => (isReload() ? schema.safeParse(allDrafts()[name]).data : undefined),
  write: (draft: z.input<S>): void => tabStore.write(key, JSON.stringify({ ...allDrafts(), [name]: draft })),
  remove: (): void => tabStore.write(key, JSON.stringify({ ...allDrafts(), [name]: undefined })),
});

/** Called on sign-in and sign-out. */
export const forgetDrafts = (): void => tabStore.remove(key);

/** Also true for the browser's Back from another site. A link starts afresh, even if the last visit was interrupted. */
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
