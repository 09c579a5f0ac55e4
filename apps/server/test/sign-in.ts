import { auth, type Input } from '@key2xs/contract';
import type { Deps } from '#platform/deps';
import { send } from './send';

export type Server = { url: string; deps: Deps };
type Credentials = Input<typeof auth.login>['body'];

export const password = 'a sentence with many words';
/** Addresses in different networks. */
export const [office, home, elsewhere] = ['192.0.2.10', '192.0.2.20', '198.51.100.7'];

/** At a server that `anotherServer` has started. */
export const signIn = ({ url }: Pick<Server, 'url'>, body: Credentials, from = elsewhere) =>
  send(url, auth.login, { body }, { headers: { 'x-forwarded-for': from } });

/** The status of the answer. */
export const tryToSignIn = async (server: Pick<Server, 'url'>, body: Credentials, from?: string) =>
  (await signIn(server, body, from)).status;

/** Concurrent wrong sign-ins. @returns the number of answers by status */
export async function guess(
  server: Pick<Server, 'url'>,
  count: number,
  attempt: (i: number) => { username: string; from?: string },
): Promise<Record<number, number>> {
  const sums: Record<number, number> = {};
  const one = async (i: number) => {
    const { username, from } = attempt(i);
    const status = await tryToSignIn(server, { username, password: 'wrong' }, from);
    sums[status] = (sums[status] ?? 0) + 1;
  };
  await Promise.all(Array.from({ length: count }, (_, i) => one(i)));
  return sums;
}

/** A hundred wrong ones on one account, from ten networks. */
export const guessFromEverywhere = (server: Pick<Server, 'url'>, username: string) =>
  guess(server, 100, (i) => ({ username, from: `203.0.${i % 10}.113` }));

/** Stops the clock of a server. */
export function stopClock({ deps }: Server): void {
  const now = deps.clock();
  deps.clock = () => now;
}

/** Moves the clock of a server. */
export function pass({ deps }: Server, ms: number): void {
  const { clock } = deps;
  deps.clock = () => new Date(clock().getTime() + ms);
}
