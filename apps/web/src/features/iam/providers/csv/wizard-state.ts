import type { CanonicalField, Mapping, StaffList } from '@key2xs/contract';
import { withColumn } from '../../with-column';

export const wizardSteps = ['name', 'upload', 'map', 'review', 'run'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export type WizardState = {
  step: WizardStep;
  list: StaffList | undefined;
  mapping: Mapping;
  taskId: string | undefined;
};

export type WizardEvent =
  | { type: 'uploaded'; list: StaffList }
  | { type: 'list_accepted' }
  | { type: 'mapped'; field: CanonicalField; column: string | undefined }
  | { type: 'mapping_saved' }
  | { type: 'started'; taskId: string }
  | { type: 'back' }
  | { type: 'revisited'; step: WizardStep }
  | { type: 'upload_again' };

/** Where a reload interrupted the wizard. */
export type Resumed = { step: 'map' | 'review'; list: StaffList; mapping: Mapping };
type Start = { hasSource: boolean; taskId?: string | undefined; saved?: Resumed | undefined };

/** Starts at the upload for an existing source, at the run for a started one, or where a reload interrupted it. */
export function startWizard({ hasSource, taskId, saved }: Start): WizardState {
  const step = !hasSource ? 'name' : taskId ? 'run' : (saved?.step ?? 'upload');
  return { step, list: saved?.list, mapping: saved?.mapping ?? {}, taskId };
}

/** Pure, so every rule is a one-line test without a screen. */
export function wizard(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'uploaded':
      // A new list has new columns, so the former mapping no longer applies.
      return { ...state, list: event.list, mapping: event.list.suggested_mapping };
    case 'list_accepted':
      return state.list ? { ...state, step: 'map' } : state;
    case 'mapped':
      return { ...state, mapping: withColumn(state.mapping, event.field, event.column) };
    case 'mapping_saved':
      return canReview(state) ? { ...state, step: 'review' } : state;
    case 'started':
      return { ...state, step: 'run', taskId: event.taskId };
    case 'back':
      return { ...state, step: stepBefore(state), taskId: undefined };
    case 'revisited':
      return canRevisit(state, event.step) ? { ...state, step: event.step, taskId: undefined } : state;
    case 'upload_again':
      return { ...state, step: 'upload', list: undefined, mapping: {}, taskId: undefined };
  }
}

/** Without external_id people cannot be matched between runs. */
const canReview = ({ list, mapping }: WizardState): boolean => list !== undefined && mapping.external_id !== undefined;

/** Completed steps can be reopened, except the name: the source exists once it is named. */
export function canRevisit(state: WizardState, step: WizardStep): boolean {
  const isBefore = wizardSteps.indexOf(step) < wizardSteps.indexOf(state.step);
  if (!isBefore || step === 'name') return false;
  return step === 'upload' || (step === 'review' ? canReview(state) : state.list !== undefined);
}

/** The nearest earlier step that can be reopened; the step itself if there is none. */
function stepBefore(state: WizardState): WizardStep {
  return wizardSteps.findLast((step) => canRevisit(state, step)) ?? state.step;
}
