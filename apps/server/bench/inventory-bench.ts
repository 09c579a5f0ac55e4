import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { keySystems } from '@key2xs/contract';
import { type KeySystemSession, keySystemDrivers } from '@key2xs/drivers';
import { z } from 'zod';
import type { Bench } from './in-process';
import { median, remark, report } from './report';

const rounds = 7;
const sampleMs = 100;
/** Asking more often would cost more than what is measured. */
const pollMs = 50;
const megabyte = 1024 * 1024;

const Peer = z.object({ cliq_api_url: z.string(), domain_name: z.string(), client_certificate_bundle_pem: z.string() });
type Peer = z.infer<typeof Peer>;

export const largeSite = { cylinders: 10_000, keys: 50_000, persons: 50_000, access_events: 1_000_000 };

/**
 * First read of a large key system, then reads that find nothing new, each beside a bare read: the same pages through
 * the same driver, thrown away. The sandbox is a program of its own; server and embedded database are this one.
 */
export async function benchInventory(bench: Bench, size: typeof largeSite): Promise<void> {
  const { peer, child } = await startLargeSandbox(size);
  const id = await addKeySystem(bench, peer);
  const idle = process.memoryUsage.rss();
  const first = await watchMemory(() => timeRead(bench, id));
  const mb = (bytes: number) => `${(bytes / megabyte).toFixed(0)} MB`;
  remark(
    `inventory of ${Object.entries(size)
      .map((part) => part.reverse().join(' '))
      .join(', ')}`,
  );
  remark(`first read ${(first.took / 1_000).toFixed(1)} s; memory ${mb(idle)} before, at most ${mb(first.peak)}`);
  const times = { ours: [] as number[], bare: [] as number[], peak: 0 };
  for (let round = 0; round < rounds; round++) {
    times.bare.push(await timeBareRead(bench, peer, id));
    const again = await watchMemory(() => timeRead(bench, id));
    times.ours.push(again.took);
    times.peak = Math.max(times.peak, again.peak);
  }
  child.disconnect();
  const [ours, bare] = [median(times.ours), median(times.bare)];
  remark(`second read ${ours.toFixed(0)} ms, bare ${bare.toFixed(0)} ms; memory at most ${mb(times.peak)}`);
  report('reading an inventory without news, against a bare read', ours / bare, 1.5, '×');
}

async function startLargeSandbox(size: object): Promise<{ peer: Peer; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('large-sandbox.ts', import.meta.url)), [JSON.stringify(size)]);
  const [message] = await once(child, 'message');
  return { peer: Peer.parse(message), child };
}

async function addKeySystem({ call }: Bench, peer: Peer): Promise<string> {
  const { client_certificate_bundle_pem, ...address } = peer;
  const bytes = new TextEncoder().encode(client_certificate_bundle_pem);
  const client_certificate_bundle_pem_file = [{ name: 'bundle.pem', arrayBuffer: async () => bytes.buffer }];
  const body = { name: 'Large site', system_type: 'CLIQ_WEB_MANAGER', ...address, client_certificate_bundle_pem_file };
  return (await call(keySystems.create, { body })).id;
}

/** From the request to the end of the task, in ms. */
async function timeRead({ call, ended }: Bench, id: string): Promise<number> {
  const began = performance.now();
  const { task_id } = await call(keySystems.readInventory, { params: { id } });
  const task = await ended(task_id, pollMs);
  if (task.status !== 'SUCCESS') throw new Error(task.error ?? 'the read failed');
  return performance.now() - began;
}

async function timeBareRead({ server }: Bench, peer: Peer, id: string): Promise<number> {
  const { db, outbound, clock } = server.deps;
  const { events_cursor } = await db
    .selectFrom('key_system_connection')
    .select('events_cursor')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const io = { ...outbound, now: clock, signal: new AbortController().signal };
  const began = performance.now();
  const session = keySystemDrivers.CLIQ_WEB_MANAGER.connect(peer, io);
  await readAll(session, events_cursor?.import_time);
  await session.close();
  return performance.now() - began;
}

async function readAll(session: KeySystemSession, eventsFrom = new Date(0).toISOString()): Promise<void> {
  const lists = [
    session.listCylinderGroups(),
    session.listCylinders(),
    session.listKeys(),
    session.listPersons(),
    session.listProfiles(),
    session.listProgrammingJobs(),
    session.listProgrammingKeys(),
    session.listProgrammingDevices(),
  ];
  for (const list of lists) for await (const page of list) if (page.length === 0) return;
  const { next } = await session.readAccessEvents({ import_time: eventsFrom, skip: 0 });
  if (next) await session.readAccessEvents(next);
}

async function watchMemory(work: () => Promise<number>): Promise<{ took: number; peak: number }> {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, sampleMs);
  const took = await work();
  clearInterval(timer);
  return { took, peak };
}
