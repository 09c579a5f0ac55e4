import { DriverError } from '../../driver-error';
import { type DiagnosisStep, type DiagnosisStepName, diagnosisSteps, type Probe } from '../../key-system-driver';
import { classifyFailure } from '../../transport/classify-failure';
import { createDiagnosis, type Finding, type Subject } from './diagnosis-steps';

/** Runs the steps in order. See `KeySystemSession.diagnose`. */
export async function* diagnose(subject: Subject): AsyncGenerator<DiagnosisStep, Probe | undefined, undefined> {
  const diagnosis = createDiagnosis(subject);
  let hasFailed = false;
  for (const name of diagnosisSteps) {
    const step: DiagnosisStep = hasFailed ? skipped(name) : await take(name, diagnosis.steps[name], subject.io.signal);
    hasFailed ||= step.state === 'failed';
    yield step;
  }
  return hasFailed ? undefined : diagnosis.probe();
}

const skipped = (name: DiagnosisStepName): DiagnosisStep => ({
  name,
  state: 'skipped',
  message: null,
  error_kind: null,
  duration_ms: 0,
});

async function take(
  name: DiagnosisStepName,
  work: () => Promise<Finding>,
  signal: AbortSignal,
): Promise<DiagnosisStep> {
  const startedAt = performance.now();
  const ended = (step: Pick<DiagnosisStep, 'state' | 'message' | 'error_kind'>): DiagnosisStep => ({
    name,
    ...step,
    duration_ms: Math.round(performance.now() - startedAt),
  });
  try {
    if (signal.aborted) throw new DriverError('aborted', { cause: signal.reason });
    const { message, state = 'passed' } = await work();
    return ended({ state, message, error_kind: null });
  } catch (thrown) {
    if (signal.aborted) throw new DriverError('aborted', { cause: thrown });
    const error = thrown instanceof DriverError ? thrown : classifyFailure(thrown, true).error;
    if (error.kind === 'aborted') throw error;
    return ended({ state: 'failed', message: error.sentence, error_kind: error.kind });
  }
}
