import { isIP } from 'node:net';
import { z } from 'zod';
import { type HttpProxy, proxyOf } from './proxy';
import { readAuthorityFile, readAuthorityFolder, type TrustedAuthority } from './trusted-authorities';

export const isNetwork = (entry: string): boolean => {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && bits > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits))
  );
};

const isBracketed = (entry: string) => /^\[[0-9a-f:.]+\](:\d{1,5})?$/i.test(entry);

export const isHostOrNetwork = (entry: string): boolean =>
  isNetwork(entry) || isBracketed(entry) || /^[a-z0-9.-]+(:\d{1,5})?$/i.test(entry);

/** `*`, a host or an address, also with a port, a suffix or a network. */
const isException = (entry: string) =>
  entry === '*' || isNetwork(entry) || isBracketed(entry) || /^(\*?\.)?\w[\w.-]*(:\d{1,5})?$/.test(entry);

function isProxyAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(text);
  const isPlain = hostname !== '' && pathname === '/' && search === '' && hash === '';
  return isPlain && /^https?:$/.test(protocol) && canDecode(username + password);
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const example = 'needs an address such as http://proxy.example:3128 or http://user:password@proxy.example:3128';

/** How the server gets to other systems. */
export const networkSettings = {
  HTTPS_PROXY: z.string().refine(isProxyAddress, example).optional(),
  NO_PROXY: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean)),
  KEY2XS_CA_DIR: z.string().min(1).optional(),
  KEY2XS_CA_FILE: z.string().min(1).optional(),
};

/** Other programs know these in small letters as well. */
const alsoSmall = ['HTTPS_PROXY', 'HTTPS_PROXY_FILE', 'NO_PROXY'];

/** @throws Error where both spellings are set and differ */
export function withSmallNames(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const found = { ...env };
  for (const name of alsoSmall) {
    const small = env[name.toLowerCase()];
    if (small !== undefined && env[name] !== undefined && env[name] !== small) {
      throw new Error(`${name}: ${name.toLowerCase()} is set too, to something else; set one of them`);
    }
    found[name] ??= small;
  }
  return found;
}

type NetworkSettings = z.output<z.ZodObject<typeof networkSettings>>;

/** @throws Error for an exception that is none; without a proxy they have no meaning */
export function proxyIn({ HTTPS_PROXY: address, NO_PROXY: exceptions }: NetworkSettings): HttpProxy | undefined {
  if (address === undefined) return undefined;
  if (exceptions.every(isException)) return proxyOf(address, exceptions);
  throw new Error('NO_PROXY: needs hosts, host:port, .suffix, networks or *, comma-separated');
}

/** @param resolve makes a path absolute. @throws Error naming the setting and the file */
export function authoritiesIn(
  { KEY2XS_CA_DIR: folder, KEY2XS_CA_FILE: file }: NetworkSettings,
  resolve: (path: string) => string,
): TrustedAuthority[] {
  const read = (name: string, path: string | undefined, from: (path: string) => TrustedAuthority[]) => {
    try {
      return path === undefined ? [] : from(resolve(path));
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  return [...read('KEY2XS_CA_DIR', folder, readAuthorityFolder), ...read('KEY2XS_CA_FILE', file, readAuthorityFile)];
}
