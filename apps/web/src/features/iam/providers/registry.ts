import type { Provider } from '@key2xs/contract';
import { csv } from './csv/provider';
import { entraId } from './entra-id/provider';
import type { WebProvider } from './web-provider';

/** The providers, in the order in which the wizard offers them. */
export const webProviders: Readonly<Record<Provider, WebProvider>> = {
  entra_id: entraId,
  csv,
};

export const offered = () => Object.keys(webProviders) as Provider[]; // Object.keys widens to string[]

/** The provider whose set-up starts before the connection exists: a URL with only a set-up belongs to it. */
export const setUpBefore = () => offered().find((kind) => webProviders[kind].OpenSetups);
