import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { iam, sourceCredentials } from '@key2xs/contract';
import { entraId } from '@key2xs/drivers';
import { z } from 'zod';
import { asProduct } from '#platform/visible-to';
import { type CalledSource, openSource } from '../src/features/iam/open-source';
import { findConnection } from '../src/features/iam/queries';
import type { Bench } from './in-process';

const Peer = z.object({
  tenant_id: z.string(),
  login_url: z.string(),
  graph_url: z.string(),
  authority_pem: z.string(),
  client_id: z.string(),
  secret: z.string(),
});

export const mapping = {
  external_id: 'id',
  username: 'userPrincipalName',
  display_name: 'displayName',
  email: 'mail',
  job_title: 'jobTitle',
  department: 'department',
  employee_id: 'employeeId',
  active: 'accountEnabled',
  groups: 'groups',
};

/** A directory of that many people as a program of its own, and a connection to it; its groups are everybody and each department. */
export async function addDirectory(
  bench: Bench,
  people: number,
  fields: Partial<typeof mapping> = mapping,
): Promise<{ id: string; child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('large-entra.ts', import.meta.url)), [String(people)]);
  const [message] = await once(child, 'message');
  const peer = Peer.parse(message);
  allowDirectory(bench, [peer.login_url, peer.graph_url]);
  const endpoints = { login: peer.login_url, graph: peer.graph_url, certificate_authority_pem: peer.authority_pem };
  const { tenant_id, client_id, secret } = peer;
  const { id } = await bench.call(iam.create, {
    body: {
      name: `Directory of ${people}`,
      provider: 'entra_id',
      configuration_data: { mode: 'own_app', tenant_id, client_id, read_groups: true, endpoints },
      mapping_config: fields,
    },
  });
  await bench.call(sourceCredentials.addSecret, { params: { id }, body: { secret } });
  return { id, child };
}

/** As if it were the sandbox of the server itself, which would run in the measured process. */
function allowDirectory({ server: { deps } }: Bench, origins: readonly string[]): void {
  const isSandbox = (origin: string) => origins.includes(origin);
  const entra_id = entraId({ ...deps.outbound, now: deps.clock, isSandbox, sharedApplication: () => undefined });
  Object.assign(deps.identitySources, { entra_id });
}

/** From the request to the end of the task, in ms, and what it counted. */
export async function timeRun({ call, ended }: Bench, id: string, kind?: 'full') {
  const began = performance.now();
  const { task_id } = await call(iam.sync, { params: { id }, query: kind ? { kind } : {} });
  const task = await ended(task_id, 20);
  if (task.status !== 'SUCCESS') throw new Error(task.error ?? 'the run failed');
  return { ms: performance.now() - began, counts: task.result?.counts ?? {} };
}

/** The same pages through the same driver, thrown away: from the start, or what has changed since the last reading. */
export async function timeBareRead({ server: { deps } }: Bench, id: string, from: 'start' | 'last'): Promise<number> {
  const { driver, access } = await openCalled(deps, id);
  const copy = await deps.db
    .selectFrom('source_copy')
    .select('cursor')
    .where('connection_id', '=', id)
    .executeTakeFirst();
  const began = performance.now();
  for (let at = from === 'last' ? (copy?.cursor ?? undefined) : undefined; ; ) {
    const { cursor } = await driver.readPage(access, at);
    if ('end' in cursor) return performance.now() - began;
    at = cursor.more;
  }
}

async function openCalled(deps: Bench['server']['deps'], id: string): Promise<CalledSource> {
  const connection = await findConnection(asProduct(deps.db), id);
  const source = connection && (await openSource(deps, connection, new AbortController().signal));
  if (!source?.called) throw new Error('no such source');
  return source.called;
}
