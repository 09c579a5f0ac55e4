import type { IamConnection } from '@key2xs/contract';
import type { TFunction } from 'i18next';
import type { ComponentType } from 'react';

export type ProviderWizardProps = {
  /** Undefined until there is one. */
  connection: IamConnection | undefined;
  /** The kind was chosen on the step before, which is gone with the focus. */
  isArrival: boolean;
};

/** What one kind of identity source adds to the screens. */
export type WebProvider = {
  /** How the first step of the wizard offers it. */
  offer(t: TFunction<'entra-setup'>): { name: string; text: string };
  /** Everything after the first step. */
  Wizard: ComponentType<ProviderWizardProps>;
  /** What was begun of it and not completed, shown above the kinds. */
  Begun?: ComponentType;
};
