import type { z } from 'zod';
import { oneOf } from '../../fields/one-of';
import { csv } from './csv/facts';
import { entraId } from './entra-id/facts';
import type { ProviderFacts } from './provider-facts';

/** All kinds of identity sources, one line each, in display order. */
export const providers = { csv, entra_id: entraId } satisfies Record<string, ProviderFacts>;
export const Provider = oneOf(providers, 'Which kind of identity source it is.');
export type Provider = z.infer<typeof Provider>;

export const factsOf = (provider: Provider): ProviderFacts => providers[provider];

/** Read when a file is uploaded. Not called, so they have no timetable. */
export const isUploaded = (provider: Provider): boolean => factsOf(provider).arrives === 'uploaded';
