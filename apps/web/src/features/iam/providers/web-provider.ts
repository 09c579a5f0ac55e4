import type { IamConnection } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';

export type ProviderWizardProps = {
  /** Undefined until the source has been created. */
  connection: IamConnection | undefined;
  /** Opened from the step before, so this step takes the focus. */
  isArrival: boolean;
};

/** What one kind of identity source adds to the screens. */
export type WebProvider = {
  /** Its entry in the first step of the wizard. */
  offer(t: TFunction<'iam'>): { name: string; text: string };
  /** Everything after the first step. */
  Wizard: ComponentType<ProviderWizardProps>;
  /** Set-ups that were started and not completed, listed above the providers. */
  OpenSetups?: ComponentType;
};
