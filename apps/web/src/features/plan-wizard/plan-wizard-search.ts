import { PlanWizardStep } from '@key2xs/contract';
import { z } from 'zod';

/** The wizard and its step, so that the browser's Back goes from step to step. */
export const planWizardSearch = z.object({ wizard: z.uuid().optional(), step: PlanWizardStep.optional() });
