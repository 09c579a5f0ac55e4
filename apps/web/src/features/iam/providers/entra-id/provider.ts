import type { WebProvider } from '../web-provider';
import { EntraWizard } from './entra-wizard';
import { OpenSetups } from './open-setups';

/** Microsoft Entra ID, with its guided set-up. */
export const entraId: WebProvider = {
  offer: (t) => ({ name: t('kind.entra'), text: t('kind.entraText') }),
  Wizard: EntraWizard,
  OpenSetups,
};
