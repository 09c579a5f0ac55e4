import type { z } from 'zod';
import { oneOf } from '../../fields/one-of';
import { csv } from './csv/facts';
import { entraId } from './entra-id/facts';
import type { ProviderFacts } from './provider-facts';

/** Every kind of identity source, one line each, in the order in which they are offered. */
export const providers = { csv, entra_id: entraId } satisfies Record<string, ProviderFacts>;
export const Provider = oneOf(providers, 'Which kind of identity source it is.');
export type Provider = z.infer<typeof Provider>;

export const factsOf = (provider: Provider): ProviderFacts => providers[provider];

/** Read when a file is uploaded. There is nothing to call, so these have no timetable. */
export const isUploaded = (provider: Provider): boolean => factsOf(provider).arrives === 'uploaded';
