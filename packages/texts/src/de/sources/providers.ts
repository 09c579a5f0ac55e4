import type { providers as english } from '../../en/sources/providers';
import type { Translation } from '../../english';

/** Arten von Identitätsquellen. */
export const providers: Translation<typeof english> = {
  csv: 'Personalliste (CSV)',
  entra_id: 'Microsoft Entra ID',
};
