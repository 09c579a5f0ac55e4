import type { Provider } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import type { SandboxPeers } from '#platform/network/sandbox-peer';
import type { DriverParts, OpenSetUps, ServerProvider } from '#platform/server-provider';
import { csv } from './csv/provider';
import { entraId } from './entra-id/provider';

/** One line for each kind of identity source. */
const providers: Readonly<Record<Provider, ServerProvider>> = {
  csv,
  entra_id: entraId,
};

const names = Object.keys(providers) as Provider[]; // Object.keys widens to string[]

type Parts = DriverParts & { sandboxes: SandboxPeers['sources'] };

/** The driver of each provider. @throws ConfigError */
export async function createIdentitySources({ sandboxes, ...parts }: Parts): Promise<Deps['identitySources']> {
  const drivers = names.map(async (name) => {
    const sandbox = sandboxes[name];
    return [name, await providers[name].createDriver({ ...parts, sandbox })];
  });
  return Object.fromEntries(await Promise.all(drivers)); // its keys are those of `providers`
}

export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { routes } of Object.values(providers)) routes?.(app, deps);
}

/** Those of all kinds. */
export const openSetUps: OpenSetUps = {
  async count(db, adminId) {
    let sum = 0;
    for (const { setUps } of Object.values(providers)) sum += (await setUps?.count(db, adminId)) ?? 0;
    return sum;
  },
  async handOver(tx, from, to) {
    for (const { setUps } of Object.values(providers)) await setUps?.handOver(tx, from, to);
  },
};

export const providerJobs = (deps: Deps) => Object.values(providers).flatMap(({ jobs }) => jobs?.(deps) ?? []);

export const providerSchedules = (deps: Deps) =>
  Object.values(providers).flatMap(({ schedules }) => schedules?.(deps) ?? []);

export const sourceSandboxes = () =>
  names.flatMap((provider) => {
    const { sandbox } = providers[provider];
    return sandbox ? [{ provider, ...sandbox }] : [];
  });
