import { useEffect, useState } from 'react';
import type { ConnectionForm } from '../configuration/use-connection-form';
import { startWizard, type WizardState } from '../wizard-state';
import { type SavedSetup, savedSetup, toSaved } from './saved-setup';

/** The setup stored before a reload; undefined without one. */
export function useSavedSetup(): SavedSetup | undefined {
  const [saved] = useState(() => savedSetup.read());
  return saved;
}

/** Stores the setup for a reload, and discards it when the page is left. */
export function useSaveSetup(state: WizardState, form: ConnectionForm, before: SavedSetup | undefined): void {
  useEffect(() => {
    const save = () => {
      const saved = toSaved(state, form.getValues());
      savedSetup.write({ ...saved, hadFiles: saved.hadFiles || before?.hadFiles === true });
    };
    if (state !== startWizard) save();
    return form.subscribe({ formState: { values: true }, callback: save });
  }, [state, form, before]);
  useEffect(() => () => savedSetup.remove(), []);
}
