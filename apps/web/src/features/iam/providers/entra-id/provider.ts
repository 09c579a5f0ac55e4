import type { WebProvider } from '../web-provider';
import { EntraWizard } from './entra-wizard';
import { OpenSetups } from './open-setups';

/** Microsoft Entra ID, with its guided set-up. */
export const entraId: WebProvider = {
  offer: (t) => ({ name: t('providers.entra_id.offer.name'), text: t('providers.entra_id.offer.text') }),
  Wizard: EntraWizard,
  OpenSetups,
};
