import type { entraId as english } from '../../../en/providers/entra-id/kind';
import type { Translation } from '../../../english';

/** Microsoft Entra ID als Art von Identitätsquelle, und wie der Assistent es anbietet. */
export const entraId: Translation<typeof english> = {
  name: 'Microsoft Entra ID',
  offer: {
    name: 'Microsoft Entra ID',
    text: 'Ihr Verzeichnis bei Microsoft (Azure AD, Microsoft 365). Änderungen kommen automatisch.',
  },
};
