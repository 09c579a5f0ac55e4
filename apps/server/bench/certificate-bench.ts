import { type Input, keySystems } from '@key2xs/contract';
import { startCliqSandbox } from '@key2xs/drivers/sandbox';
import { aHostilePkcs12 } from '#test/factories/certificates';
import { median, remark, report } from './report';
import { longest, watchHealth } from './watch-health';

/** The built product, signed in. */
type Product = {
  url: string;
  call(
    endpoint: typeof keySystems.create,
    input: Input<typeof keySystems.create>,
  ): Promise<{ status: number; text: string }>;
};

const quietMs = 3_000;

/** Hostile, truncated and corrupted files one after another, while another client calls the health check. */
export async function benchCertificates(product: Product): Promise<void> {
  const files = await listFiles();
  const endQuiet = await watchHealth(product.url);
  await new Promise((done) => setTimeout(done, quietMs));
  const quietLooks = await endQuiet();
  const end = await watchHealth(product.url);
  const uploads: number[] = [];
  for (const [name, bytes] of files) uploads.push(await timeUpload(product, name, bytes));
  const looks = await end();
  remark(`${uploads.length} uploads, typically ${median(uploads).toFixed(0)} ms`);
  remark(
    `/healthz typically ${median(looks).toFixed(1)} ms; without uploads at most ${longest(quietLooks).toFixed(0)} ms`,
  );
  report('longest answer to a hostile certificate upload', longest(uploads) / 1_000, 10, 's');
  report('longest answer of /healthz meanwhile', longest(looks), 100, 'ms');
}

async function listFiles(): Promise<[name: string, bytes: Uint8Array<ArrayBuffer>][]> {
  const sandbox = await startCliqSandbox({ port: 0 });
  const pem = new Uint8Array(Buffer.from(sandbox.client_certificate_bundle_pem));
  await sandbox.close();
  const changed = Array.from({ length: 20 }, (_, n) => pem.map((byte, at) => (at % 307 === n * 13 ? byte ^ 4 : byte)));
  return [
    ['20 million rounds', aHostilePkcs12(20_000_000)],
    ['just under the limit', aHostilePkcs12(1_000_000)],
    ['just under the limit, again', aHostilePkcs12(1_000_000)],
    ['deeply nested', new Uint8Array(Buffer.from('3080'.repeat(100_000), 'hex'))],
    ['deeply nested JSON', new Uint8Array(Buffer.from('['.repeat(200_000)))],
    ['begins without end', new Uint8Array(Buffer.from('-----BEGIN A-----\n'.repeat(14_000)))],
    ...Array.from({ length: 20 }, (_, n): [string, Uint8Array<ArrayBuffer>] => [
      'cut off',
      pem.slice(0, Math.floor((pem.length * n) / 20)),
    ]),
    ...changed.map((bytes): [string, Uint8Array<ArrayBuffer>] => ['changed', bytes]),
  ];
}

async function timeUpload({ call }: Product, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
  const body = {
    name: `Bench ${name}`,
    system_type: 'CLIQ_WEB_MANAGER',
    cliq_api_url: 'https://keys.example',
    domain_name: 'bench',
    client_certificate_bundle_pem_file: { name: 'client.p12', arrayBuffer: async () => bytes.buffer },
  };
  const began = performance.now();
  const { status, text } = await call(keySystems.create, { body });
  if (status !== 422) throw new Error(`${name} answered ${status}: ${text}`);
  return performance.now() - began;
}
