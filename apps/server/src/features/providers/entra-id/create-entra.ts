import { readFile } from 'node:fs/promises';
import type { Provider } from '@key2xs/contract';
import { type CalledSourceDriver, type EntraDirectory, entraId, type SourceCredential } from '@key2xs/drivers';
import type { Config } from '#config';
import { ConfigError } from '#config';
import type { Deps } from '#platform/deps';
import type { EntraSandboxPeer } from './sandbox-peer';

type Entra = EntraDirectory & CalledSourceDriver & { sandbox: EntraSandboxPeer | undefined };

const isEntra = (driver: Deps['identitySources'][Provider]): driver is Entra =>
  'organization' in driver && 'permissions' in driver && 'sandbox' in driver;

/** Entra ID as it is registered, also while a connection to it is being set up. */
export function entraOf({ identitySources: { entra_id } }: Pick<Deps, 'identitySources'>): Entra {
  if (!isEntra(entra_id)) throw new Error('the driver registered as entra_id is not that of Entra ID');
  return entra_id;
}

type Parts = Pick<Deps, 'config' | 'clock' | 'outbound'> & Pick<Entra, 'sandbox'>;

/** The driver of Entra ID, with the product's own application where it has one. @throws ConfigError */
export async function createEntra({ config, clock, outbound, sandbox }: Parts): Promise<Entra> {
  const shared = await readApplication(config);
  const driver = entraId({
    openHttps: outbound.openHttps,
    now: clock,
    isSandbox: (origin) => [sandbox?.login_url, sandbox?.graph_url].includes(origin),
    sharedApplication: () => shared,
  });
  return { ...driver, sandbox };
}

async function readApplication({ sharedApplication: shared }: Config) {
  if (!shared) return undefined;
  const { client_id } = shared;
  const credential: SourceCredential =
    'secret' in shared
      ? { kind: 'secret', secret: shared.secret }
      : readPem(await readFile(shared.certificate_file, 'utf8').catch(() => ''));
  return { client_id, credential };
}

/** One file with the private key and the certificate. */
function readPem(text: string): SourceCredential {
  const blocks = text.match(/-----BEGIN ([A-Z ]+)-----[^-]+-----END \1-----/g) ?? [];
  const private_key_pem = blocks.find((block) => block.includes('PRIVATE KEY-----'));
  const certificate_pem = blocks.find((block) => block.includes('BEGIN CERTIFICATE-----'));
  if (!private_key_pem || !certificate_pem) {
    throw new ConfigError([
      'KEY2XS_ENTRA_CERTIFICATE_FILE: needs a readable PEM file with the private key and its certificate',
    ]);
  }
  return { kind: 'certificate', private_key_pem, certificate_pem };
}
