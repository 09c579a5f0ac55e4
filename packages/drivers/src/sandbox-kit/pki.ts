import { randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Identity = z.object({ cert: z.string(), key: z.string() });

/** Identities as PEM. The sandbox trusts clients with a valid certificate of its authority. */
const Pki = z.object({
  authority: Identity,
  /** Shares the key of the authority, like `expired_server`, because generating keys is slow. */
  server: Identity,
  client: Identity,
  /** Valid like `client`, to replace it. */
  second_client: Identity,
  /** A client of another authority, with the key of `second_client`. */
  stranger: Identity,
  /** These two share the key of `client`. */
  expired_client: Identity,
  future_client: Identity,
  /** Issued by an authority unknown to clients. */
  foreign_server: Identity,
  expired_server: Identity,
  /** `client` as a file with a pass phrase, in base64. */
  client_p12: z.object({ base64: z.string(), pass_phrase: z.string() }),
});
export type SandboxPki = z.infer<typeof Pki>;

const renewBeforeMs = 30 * 24 * 60 * 60 * 1_000;
let ofThisProcess: Promise<SandboxPki> | undefined;

/**
 * The certificates of a sandbox, from its directory (readable by the owner only). Issues missing ones, all in about a second.
 * Renews the server's in its last month by the same authority, so that stored client bundles keep working. Without a
 * directory, all sandboxes of the process share one set.
 */
export async function loadSandboxPki(now: Date, directory?: string): Promise<SandboxPki> {
  if (directory === undefined) {
    ofThisProcess ??= complete({}, now);
    return ofThisProcess;
  }
  const path = join(directory, 'pki.json');
  const stored = existsSync(path) ? Pki.partial().parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
  if (stored.server && isExpiring(stored.server.cert, now)) stored.server = undefined;
  const whole = Pki.safeParse(stored);
  if (whole.success) return whole.data;
  const pki = await complete(stored, now);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(pki), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return pki;
}

/** The bundle that clients upload: certificate, key, and the authority of the server. */
export function bundleOf({ authority }: SandboxPki, client: { cert: string; key: string }): string {
  return [client.cert, client.key, authority.cert].map((block) => `${block.trim()}\n`).join('');
}

function isExpiring(cert: string, now: Date): boolean {
  return Date.parse(new X509Certificate(cert).validTo) - now.getTime() < renewBeforeMs;
}

/** Issues missing certificates. */
async function complete(stored: Partial<SandboxPki>, now: Date): Promise<SandboxPki> {
  // Loaded only when needed: it is half of the start-up time.
  const { createKey, issueCertificate, packPkcs12 } = await import('./issue-certificate');
  const { authority: oldAuthority, client: oldClient, second_client: oldSecond } = stored;
  const keys = [oldAuthority, oldClient, oldSecond].map((identity) => identity?.key ?? createKey());
  const [ofAuthority = '', ofClient = '', ofSecond = ''] = await Promise.all(keys);
  const lasting = { from: now, years: 10 };
  const past = { from: inYears(now, -3), years: 1 };
  const client = { ...lasting, commonName: 'Key2XS', purpose: 'client', key: ofClient } as const;
  const server = { from: now, years: 1, commonName: 'localhost', purpose: 'server', key: ofAuthority } as const;
  const root = { ...lasting, commonName: 'Sandbox authority', purpose: 'authority', key: ofAuthority } as const;
  const authority = oldAuthority ?? issueCertificate(root);
  const issue = (name: CertifiedByUs, order: Parameters<typeof issueCertificate>[0]) =>
    stored[name] ?? issueCertificate(order, authority);
  const ours = issue('client', client);
  const stranger = stored.stranger ?? issueCertificate({ ...client, commonName: 'A stranger', key: ofSecond });
  const pass_phrase = randomBytes(9).toString('base64url');
  return {
    authority,
    server: issue('server', server),
    client: ours,
    second_client: issue('second_client', { ...client, commonName: 'Key2XS, next', key: ofSecond }),
    stranger,
    expired_client: issue('expired_client', { ...client, ...past }),
    future_client: issue('future_client', { ...client, from: inYears(now, 5) }),
    foreign_server: stored.foreign_server ?? issueCertificate({ ...server, years: 10, key: ofSecond }, stranger),
    expired_server: issue('expired_server', { ...server, ...past }),
    client_p12: stored.client_p12 ?? { base64: packPkcs12(ours, authority.cert, pass_phrase), pass_phrase },
  };
}

type CertifiedByUs = 'server' | 'client' | 'second_client' | 'expired_client' | 'future_client' | 'expired_server';

function inYears(now: Date, years: number): Date {
  const date = new Date(now);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date;
}
