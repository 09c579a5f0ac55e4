import { randomInt } from 'node:crypto';
import { Username } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { ConfigError } from '#config';
import type { Caller, Deps } from '#platform/deps';
import { lockAdministrators } from '../administrators/service';
import { passwordWeakness } from './password-rules';
import { hasAdmin, hasHistory } from './queries';
import { addAdmin } from './registration';

/** Leaves out look-alike letters and digits. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const generatedLength = 24;

/**
 * Gives a new installation its first super admin: the configured one, else `admin` with a random password. Does nothing
 * once there is an administrator; generates none on an installation that is already in use.
 * @returns the generated password, to be shown once and stored nowhere
 * @throws ConfigError when the configured username or password is not acceptable
 */
export async function ensureFirstAdmin(deps: Deps): Promise<{ username: string; password: string } | undefined> {
  if (await hasAdmin(deps.db)) return undefined;
  const configured = deps.config.firstAdmin;
  if (!configured && (await hasHistory(deps.db))) return undefined;
  const { username, password } = configured
    ? await usable(configured)
    : { username: 'admin', password: generatePassword() };
  const password_hash = await deps.passwords.hash(password, { lane: 'start-up', isTrusted: true });
  const startUp: Caller = { actor: undefined, name: 'start-up', request_id: null, sign: deps.signEvent };

  const isAdded = await deps.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    if (await hasAdmin(tx)) return false;
    await addAdmin(tx, deps, startUp, { username, password_hash, role: 'superadmin' });
    return true;
  });
  return isAdded && !configured ? { username, password } : undefined;
}

async function usable({ username, password }: { username: string; password: string }) {
  const parsed = Username.safeParse(username);
  const weakness = await passwordWeakness(password, username);
  const lines = [
    ...(parsed.error?.issues.map(({ message }) => `KEY2XS_ADMIN_USERNAME: ${message}`) ?? []),
    ...(weakness ? [`KEY2XS_ADMIN_PASSWORD: ${renderSentence(weakness)}`] : []),
  ];
  if (!parsed.success || weakness) throw new ConfigError(lines);
  return { username: parsed.data, password };
}

const generatePassword = () =>
  Array.from({ length: generatedLength }, () => alphabet[randomInt(alphabet.length)]).join('');
