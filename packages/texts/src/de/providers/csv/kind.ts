import type { csv as english } from '../../../en/providers/csv/kind';
import type { Translation } from '../../../english';

/** Die Personalliste als Art von Identitätsquelle, und wie der Assistent sie anbietet. */
export const csv: Translation<typeof english> = {
  name: 'Personalliste (CSV)',
  offer: {
    name: 'Personalliste',
    text: 'Eine CSV-Datei, etwa aus der Personalabteilung. Sie laden sie hoch, wenn sich etwas geändert hat.',
  },
};
