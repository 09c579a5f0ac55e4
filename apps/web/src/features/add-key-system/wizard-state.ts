import type {
  AnyTestAnswer,
  KeySystemConnection,
  KeySystemStatus,
  keySystems,
  Output,
  SystemType,
} from '@key2xs/contract';
import type { z } from 'zod';
import type { ConnectionValues } from './configuration/connection-schema';

export const wizardSteps = ['select', 'configure', 'test', 'review'] as const;
export type WizardStep = (typeof wizardSteps)[number];

export type TestAnswer = Output<typeof keySystems.test>;
/** The stored connection and the values it was created from. */
export type Stored = { connection: KeySystemConnection; values: ConnectionValues };

/**
 * due: starts when its step opens. unfinished: the server answered that the test is still running. failed: the
 * connection was not stored, or the test did not run.
 */
export type TestState =
  | { is: 'none' | 'due' | 'storing' | 'running' | 'unfinished' }
  | { is: 'answered'; answer: TestAnswer }
  | { is: 'failed'; message: string };

export type WizardState = {
  step: WizardStep;
  systemType: z.infer<typeof SystemType> | undefined;
  /** "Next" was pressed without a system type. */
  isUnselected: boolean;
  values: ConnectionValues | undefined;
  stored: Stored | undefined;
  test: TestState;
  /** Counts attempts, so that results of an abandoned one are ignored. */
  run: number;
  /** The failure of the test, shown on the step where it can be fixed. */
  failure: string | undefined;
  /** Why the setup was not completed. */
  refusal: { status: KeySystemStatus; message: string } | { message: string } | undefined;
};

export type WizardEvent =
  | { type: 'selected'; systemType: z.infer<typeof SystemType> }
  | { type: 'next' }
  | { type: 'configured'; values: ConnectionValues }
  | { type: 'retried' }
  | { type: 'connecting' }
  | { type: 'stored'; stored: Stored | undefined }
  | { type: 'testing'; run: number }
  | { type: 'answered'; run: number; answer: z.output<typeof AnyTestAnswer> }
  | { type: 'failed'; run: number; message: string }
  | { type: 'back' }
  | { type: 'revisited'; step: WizardStep }
  | { type: 'completing' }
  | { type: 'completion_refused'; status: KeySystemStatus; message: string }
  | { type: 'completion_failed'; message: string };

export const startWizard: WizardState = {
  step: 'select',
  systemType: undefined,
  isUnselected: false,
  values: undefined,
  stored: undefined,
  test: { is: 'none' },
  run: 0,
  failure: undefined,
  refusal: undefined,
};

/** The outcome for each status; a disabled connection cannot be completed either. */
export const outcomes = {
  ACTIVE: 'ok',
  CONFIGURED: 'ok',
  PENDING_VALIDATION: 'pending',
  ERROR: 'error',
  DISABLED: 'error',
} as const satisfies Record<KeySystemStatus, string>;
export type Outcome = (typeof outcomes)[KeySystemStatus];

/** Undefined until the test has ended. */
export function outcomeOf({ test }: Pick<WizardState, 'test'>): Outcome | undefined {
  if (test.is === 'failed') return 'error';
  return test.is === 'answered' ? outcomes[test.answer.status] : undefined;
}

/** Completed steps can be reopened, except the test: its result is transient and reached by "Go Back". */
export function canRevisit({ step: current }: Pick<WizardState, 'step'>, step: WizardStep): boolean {
  return step !== 'test' && wizardSteps.indexOf(step) < wizardSteps.indexOf(current);
}

/** Pure, so that a table in its test covers every rule. */
export function wizard(state: WizardState, event: WizardEvent): WizardState {
  switch (event.type) {
    case 'selected':
      return { ...state, systemType: event.systemType, isUnselected: false };
    case 'next':
      return goToNext(state);
    case 'configured':
      return { ...startTest(state), step: 'test', values: event.values };
    case 'retried':
      return startTest(state);
    case 'connecting':
      return { ...state, test: { is: 'storing' } };
    case 'stored':
      // Also from an abandoned attempt: the connection exists, and the next attempt reuses it.
      return { ...state, stored: event.stored };
    case 'testing':
      return event.run === state.run ? { ...state, test: { is: 'running' } } : state;
    case 'answered':
      return event.run === state.run ? { ...state, test: testOf(event.answer) } : state;
    case 'failed':
      return event.run === state.run ? { ...state, test: { is: 'failed', message: event.message } } : state;
    case 'back':
      return goBack(state, wizardSteps[wizardSteps.indexOf(state.step) - 1] ?? 'select');
    case 'revisited':
      return canRevisit(state, event.step) ? goBack(state, event.step) : state;
    case 'completing':
      return { ...state, refusal: undefined };
    case 'completion_refused':
      return refuse(state, event);
    case 'completion_failed':
      return { ...state, refusal: { message: event.message } };
  }
}

function testOf({ status, ...answer }: z.output<typeof AnyTestAnswer>): TestState {
  return status === 'TESTING' ? { is: 'unfinished' } : { is: 'answered', answer: { ...answer, status } };
}

const startTest = (state: WizardState): WizardState => ({
  ...state,
  test: { is: 'due' },
  run: state.run + 1,
  failure: undefined,
  refusal: undefined,
});

function goToNext(state: WizardState): WizardState {
  const { step, systemType } = state;
  if (step === 'select') return systemType ? { ...state, step: 'configure' } : { ...state, isUnselected: true };
  const outcome = outcomeOf(state);
  return step === 'test' && (outcome === 'ok' || outcome === 'pending') ? { ...state, step: 'review' } : state;
}

/** Going back from review to test keeps the result; further back drops it but keeps the failure's message. */
function goBack(state: WizardState, step: WizardStep): WizardState {
  if (step === 'test') return { ...state, step, refusal: undefined };
  const isLeavingTest = state.test.is !== 'none';
  return {
    ...state,
    step,
    refusal: undefined,
    ...(isLeavingTest && { test: { is: 'none' }, run: state.run + 1, failure: failureOf(state.test) }),
  };
}

export function failureOf(test: TestState): string | undefined {
  if (test.is === 'failed') return test.message;
  return test.is === 'answered' && outcomes[test.answer.status] === 'error' ? test.answer.status_message : undefined;
}

/** The server's current status replaces the test's result. */
function refuse(state: WizardState, { status, message }: { status: KeySystemStatus; message: string }): WizardState {
  const { test } = state;
  if (test.is !== 'answered') return state;
  const answer = { ...test.answer, status, status_message: message };
  return { ...state, test: { is: 'answered', answer }, refusal: { status, message } };
}
