import { KeySystemConnection, keySystems, SystemType } from '@key2xs/contract';
import { z } from 'zod';
import { tabDraft } from '#lib/tab-draft';
import type { ConnectionInput, ConnectionValues } from '../configuration/connection-schema';
import { failureOf, startWizard, type WizardState, type WizardStep, wizardSteps } from '../wizard-state';

const typed = { name: z.string(), cliq_api_url: z.string(), domain_name: z.string() };

const SavedSetup = z.object({
  step: z.enum(wizardSteps),
  systemType: SystemType.optional(),
  typed: z.object({ ...typed, description: z.string() }),
  /** A certificate had been selected. Only its names are stored. */
  hadFiles: z.boolean(),
  stored: z
    .object({
      connection: KeySystemConnection,
      values: z.object({ ...typed, description: z.string().optional() }),
      fileNames: z.array(z.string()),
    })
    .optional(),
  answer: keySystems.test.response.optional(),
  failure: z.string().optional(),
});
export type SavedSetup = z.output<typeof SavedSetup>;

/** The unfinished setup of this tab, to restore after a reload. */
export const savedSetup = tabDraft('add-key-system', SavedSetup);

/** Leaves out certificate, pass phrase, and an address that may hold a password or a token. */
export function toSaved(state: WizardState, input: ConnectionInput): SavedSetup {
  const { systemType, stored, test, failure } = state;
  const { name, cliq_api_url, domain_name, description, client_certificate_bundle_pem_file: files } = input;
  return {
    step: stepToResume(state),
    systemType,
    typed: { name, cliq_api_url: /[@?#]/.test(cliq_api_url) ? '' : cliq_api_url, domain_name, description },
    hadFiles: files.length > 0,
    stored: stored && { connection: stored.connection, ...textOf(stored.values) },
    answer: test.is === 'answered' ? test.answer : undefined,
    failure: failure ?? failureOf(test),
  };
}

/** Without a stored connection to test, the wizard resumes at the certificate. */
function stepToResume({ step, stored, test }: WizardState): WizardStep {
  const hasTest = stored && (test.is === 'running' || test.is === 'unfinished' || test.is === 'answered');
  return (step === 'test' || step === 'review') && !hasTest ? 'configure' : step;
}

function textOf({ name, cliq_api_url, domain_name, description, ...certificate }: ConnectionValues) {
  return {
    values: { name, cliq_api_url, domain_name, description },
    fileNames: certificate.client_certificate_bundle_pem_file.map(({ file }) => file.name),
  };
}

/** Resumes at the first step when nothing is stored. A test that was running starts again. */
export function fromSaved(saved: SavedSetup | undefined): WizardState {
  if (!saved) return startWizard;
  const { step, systemType, stored, answer, failure } = saved;
  const values = stored && {
    ...stored.values,
    description: stored.values.description,
    // Names alone: the stored connection has the certificate, and a different one is selected again.
    client_certificate_bundle_pem_file: stored.fileNames.map((name) => ({
      file: new File([], name),
      isProtected: false,
    })),
  };
  const isAfterTest = step === 'test' || step === 'review';
  return {
    ...startWizard,
    step,
    systemType,
    values,
    stored: stored && values && { connection: stored.connection, values },
    test: isAfterTest ? (answer ? { is: 'answered', answer } : { is: 'due' }) : { is: 'none' },
    run: isAfterTest ? 1 : 0,
    failure: isAfterTest ? undefined : failure,
  };
}
