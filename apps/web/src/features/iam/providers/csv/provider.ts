import type { WebProvider } from '../web-provider';
import { CsvWizard } from './csv-wizard';

export const csv: WebProvider = {
  offer: (t) => ({ name: t('providers.csv.offer.name'), text: t('providers.csv.offer.text') }),
  Wizard: CsvWizard,
};
