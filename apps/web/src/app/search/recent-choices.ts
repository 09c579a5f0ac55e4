import { SearchHit } from '@key2xs/contract';
import { z } from 'zod';
import { localStore } from '#lib/local-store';
import { session } from '#lib/session';

const MAX_CHOICES = 8;

/** `hit` for a record; screens and actions are identified by their key. */
const Choice = z.object({ key: z.string(), hit: SearchHit.optional() });
export type Choice = z.infer<typeof Choice>;

const storeKey = () => `recent-choices:${session.username() ?? ''}`;

/** The recent choices of the signed-in user in this browser, newest first. */
export function recentChoices(): Choice[] {
  try {
    return z.array(Choice).parse(JSON.parse(localStore.read(storeKey()) ?? '[]'));
  } catch {
    return []; // Stored by an older version, or edited by hand.
  }
}

export function rememberChoice(choice: Choice): void {
  const others = recentChoices().filter(({ key }) => key !== choice.key);
  localStore.write(storeKey(), JSON.stringify([choice, ...others].slice(0, MAX_CHOICES)));
}
