import { useEffect, useState } from 'react';
import type { ConnectionForm } from '../configuration/use-connection-form';
import { startWizard, type WizardState } from '../wizard-state';
import { type KeptSetup, keptSetup, toKept } from './kept-setup';

/** What this tab kept before a reload; undefined at the beginning. */
export function useKeptBefore(): KeptSetup | undefined {
  const [kept] = useState(() => keptSetup.read());
  return kept;
}

/** Keeps the setup for a reload, and forgets it when the page is left. */
export function useKeeping(state: WizardState, form: ConnectionForm, before: KeptSetup | undefined): void {
  useEffect(() => {
    const keep = () => {
      const kept = toKept(state, form.getValues());
      keptSetup.write({ ...kept, hadFiles: kept.hadFiles || before?.hadFiles === true });
    };
    if (state !== startWizard) keep();
    return form.subscribe({ formState: { values: true }, callback: keep });
  }, [state, form, before]);
  useEffect(() => () => keptSetup.remove(), []);
}
