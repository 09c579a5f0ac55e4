import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Identity = z.object({ cert: z.string(), key: z.string() });
const Pki = z.object({ authority: Identity, server: Identity, client: Identity, stranger: Identity });
/** PEM. `stranger` is a client whom another authority has certified. */
export type SandboxPki = z.infer<typeof Pki>;

const renewBeforeMs = 30 * 24 * 60 * 60 * 1_000;
let ofThisProcess: Promise<SandboxPki> | undefined;

/**
 * The certificates of a sandbox, from its directory (readable by the owner only) or made anew, which takes about a second.
 * The server's is renewed in its last month by the same authority, so that stored client bundles go on working.
 * Without a directory all sandboxes of the process share one set.
 */
export async function loadSandboxPki(now: Date, directory?: string): Promise<SandboxPki> {
  if (directory === undefined) {
    ofThisProcess ??= createPki(now);
    return ofThisProcess;
  }
  const path = join(directory, 'pki.json');
  const stored = existsSync(path) ? Pki.parse(JSON.parse(readFileSync(path, 'utf8'))) : undefined;
  if (stored && !isExpiring(stored.server.cert, now)) return stored;
  const pki = stored ? { ...stored, server: await createServer(now, stored.authority) } : await createPki(now);
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, JSON.stringify(pki), { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return pki;
}

/** What the client of such a sandbox uploads: certificate, key, and the authority of the server. */
export function bundleOf({ authority }: SandboxPki, client: { cert: string; key: string }): string {
  return [client.cert, client.key, authority.cert].map((block) => `${block.trim()}\n`).join('');
}

function isExpiring(cert: string, now: Date): boolean {
  return Date.parse(new X509Certificate(cert).validTo) - now.getTime() < renewBeforeMs;
}

/** Loaded only when there is something to issue: it is half of the start-up time otherwise. */
const issuing = () => import('./sandbox-certificates');

async function createServer(from: Date, authority: z.infer<typeof Identity>) {
  const { issueCertificate } = await issuing();
  return issueCertificate({ commonName: 'localhost', purpose: 'server', from, years: 1 }, authority);
}

async function createPki(from: Date): Promise<SandboxPki> {
  const { issueCertificate } = await issuing();
  const client = { purpose: 'client', from, years: 10 } as const;
  const [authority, stranger] = await Promise.all([
    issueCertificate({ commonName: 'Sandbox authority', purpose: 'authority', from, years: 10 }),
    issueCertificate({ ...client, commonName: 'A stranger' }),
  ]);
  const [server, known] = await Promise.all([
    createServer(from, authority),
    issueCertificate({ ...client, commonName: 'Key2XS' }, authority),
  ]);
  return { authority, server, client: known, stranger };
}
