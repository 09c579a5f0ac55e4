import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Logger, pino } from 'pino';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { type Config, readConfig } from '#config';
import type { EntraSandboxPeer } from './features/providers/entra-id/sandbox-peer';
import { startSandboxes } from './start-sandbox';

let config: Config;
let directory: string;
let lines: string[];
let log: Logger;

beforeEach(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-data-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  config = readConfig({ KEY2XS_DATA_DIR: dataDir });
  directory = join(dataDir, 'sandbox');
  lines = [];
  log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
});

async function start() {
  const sandboxes = await startSandboxes(config, log);
  onTestFinished(() => sandboxes.close());
  return sandboxes.peers;
}

/** @throws when it is taken */
async function take(port: number) {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
}

it('leaves the product without a sandbox whose file cannot be read, and says so', async () => {
  const first = await startSandboxes(config, log);
  await first.close();
  const file = join(directory, 'state.jsonl');
  const newer = `${await readFile(file, 'utf8')}{"list":"houses","record":{}}\n`;
  await writeFile(file, newer);
  lines = [];
  const second = await startSandboxes(config, log);
  expect(second.peers.keySystem).toBeUndefined();
  expect(second.peers.sources).toEqual(first.peers.sources);
  expect(lines.join('')).toContain(`Line 2 of ${file} cannot be read.`);
  expect(await readFile(file, 'utf8')).toBe(newer);
  await take(Number(await readFile(join(directory, 'port'), 'utf8')));
  await second.close();
  await rm(file);
  expect((await start()).keySystem?.port).toBe(first.peers.keySystem?.port);
});

it('starts both, each with a port, a file and a control port of its own, behind one authority', async () => {
  const { keySystem, sources } = await start();
  expect(sources.entra_id?.port).toBeGreaterThan(0);
  expect(keySystem?.port).not.toBe(sources.entra_id?.port);
  const { authority_pem } = sources.entra_id as EntraSandboxPeer; // what its provider has started
  expect(keySystem?.client_certificate_bundle_pem).toContain(authority_pem.trim());
  for (const file of ['port', 'state.jsonl', 'control.json']) {
    expect((await readFile(join(directory, 'entra-id', file), 'utf8')).length).toBeGreaterThan(0);
  }
});
