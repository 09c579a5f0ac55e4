import { auth, type Role, secondFactors } from '@key2xs/contract';
import { generateSync } from 'otplib';
import { onTestFinished } from 'vitest';
import type { Deps } from '#platform/deps';
import { insertAdmin } from '../src/features/auth/queries';
import type { TestApp } from './app';
import { send } from './send';
import { password } from './sign-in';

type Server = { url: string; deps: Deps };

/** An administrator with the password of the tests. */
export async function anAdmin({ deps }: Pick<Server, 'deps'>, username = 'ada', role: Role = 'superadmin') {
  const password_hash = await deps.passwords.hash(password, { lane: 'test', isTrusted: true });
  return deps.db.transaction().execute((tx) => insertAdmin(tx, { id: deps.newId(), username, password_hash, role }));
}

/** Signs in by password; what comes of it depends on the administrator. */
export const enter = ({ url }: Pick<Server, 'url'>, username = 'ada', headers: Record<string, string> = {}) =>
  send(url, auth.login, { body: { username, password } }, { headers });

/** The code of an app some time from now. Made by another library than the server's. */
export const codeOf = ({ deps }: Pick<Server, 'deps'>, secret: string, seconds = 0): string =>
  generateSync({ secret, epoch: Math.floor(deps.clock().getTime() / 1_000) + seconds });

/** Adds an authenticator app as the administrator would, in a session that is left. */
export async function addTotp(server: Server, username = 'ada') {
  const token = (await enter(server, username)).body.access_token;
  const { secret } = (await send(server.url, secondFactors.setUpTotp, {}, { token })).body;
  const body = { code: codeOf(server, secret) };
  const confirmed = await send(server.url, secondFactors.confirmTotp, { body }, { token });
  pass(server, 30_000); // the code that confirmed it is used up
  return { token, secret, codes: confirmed.body.recovery_codes ?? [] };
}

/** Shifts the clock of a server until the end of the test. */
export function pass({ deps }: Pick<TestApp, 'deps'>, ms: number): void {
  const { clock } = deps;
  deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => void Object.assign(deps, { clock }));
}
