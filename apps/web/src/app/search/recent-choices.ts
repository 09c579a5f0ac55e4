import { SearchHit } from '@key2xs/contract';
import { z } from 'zod';
import { localStore } from '#lib/local-store';
import { session } from '#lib/session';

const MOST = 8;

/** `hit` for a record; screens and actions are known by their key. */
const Choice = z.object({ key: z.string(), hit: SearchHit.optional() });
export type Choice = z.infer<typeof Choice>;

const storeKey = () => `recent-choices:${session.username() ?? ''}`;

/** What the signed-in person chose last in the palette of this browser, newest first. */
export function recentChoices(): Choice[] {
  try {
    return z.array(Choice).parse(JSON.parse(localStore.read(storeKey()) ?? '[]'));
  } catch {
    return []; // stored by an older version, or by hand
  }
}

export function rememberChoice(choice: Choice): void {
  const others = recentChoices().filter(({ key }) => key !== choice.key);
  localStore.write(storeKey(), JSON.stringify([choice, ...others].slice(0, MOST)));
}
