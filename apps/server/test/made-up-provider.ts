import { Provider, type ProviderFacts, providers } from '@key2xs/contract';

/** A fake called source for tests. */
const called: ProviderFacts = {
  is: 'a made-up source',
  arrives: 'called',
  configuration: null,
  credential: 'secret_or_certificate',
  usualColumns: {},
  fixedColumns: {},
};

/**
 * Adds a provider to the registry of the contract, as its line there would.
 * @returns removes it
 */
export function addProvider(name: Provider, facts: Partial<ProviderFacts> = {}): () => void {
  Object.assign(providers, { [name]: { ...called, ...facts } });
  Provider._zod.values.add(name);
  return () => {
    Reflect.deleteProperty(providers, name);
    Provider._zod.values.delete(name);
  };
}
