import type { PlanWizard, PlanWizardStep } from '@key2xs/contract';
import type { Change, Content } from '../state/choices';
import type { Missing } from '../state/missing';
import type { Draft } from '../state/use-draft';

/** What every step is given. */
export type StepProps = {
  content: Content;
  change: Change;
  wizard: PlanWizard;
  draft: Draft;
  goTo: (step: PlanWizardStep) => void;
  /** Says of something that is missing what it is, once Next was pressed without it. Its field has it as `data-wants`. */
  errorOf: (what: Missing) => string | undefined;
};
