import type { WebProvider } from '../web-provider';
import { CsvWizard } from './csv-wizard';

export const csv: WebProvider = {
  offer: (t) => ({ name: t('kind.csv'), text: t('kind.csvText') }),
  Wizard: CsvWizard,
};
