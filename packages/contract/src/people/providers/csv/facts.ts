import type { ProviderFacts } from '../provider-facts';

export const csv: ProviderFacts = {
  is: 'an uploaded staff list',
  arrives: 'uploaded',
  configuration: null,
  credential: 'none',
  usualColumns: {},
  fixedColumns: {},
};
