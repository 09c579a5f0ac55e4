import type { Provider } from '@key2xs/contract';
import { entraId } from '../entra/provider';
import { csv } from '../wizard/csv-provider';
import type { WebProvider } from './web-provider';

/** One line for each kind of identity source, in the order in which the wizard offers them. */
export const webProviders: Readonly<Record<Provider, WebProvider>> = {
  entra_id: entraId,
  csv,
};

export const offered = () => Object.keys(webProviders) as Provider[]; // Object.keys widens to string[]

/** Whose set-up begins before there is a connection: an address with nothing but a set-up means it. */
export const setUpBefore: Provider = 'entra_id';
