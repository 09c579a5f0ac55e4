import type { Provider } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import type { DriverParts, ServerProvider } from '#platform/server-provider';
import { entraId } from './features/entra-setup/provider';
import { csv } from './features/iam/staff-list/provider';

/** One line for each kind of identity source. */
const providers: Readonly<Record<Provider, ServerProvider>> = {
  csv,
  entra_id: entraId,
};

/** The driver of each provider. @throws ConfigError */
export async function createIdentitySources(parts: DriverParts): Promise<Deps['identitySources']> {
  const drivers = Object.entries(providers).map(async ([name, { createDriver }]) => [name, await createDriver(parts)]);
  return Object.fromEntries(await Promise.all(drivers)); // its keys are those of `providers`
}

export function providerRoutes(app: FastifyInstance, deps: Deps): void {
  for (const { routes } of Object.values(providers)) routes(app, deps);
}
