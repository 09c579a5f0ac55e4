import type { KeySystemStatus } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import {
  canRevisit,
  outcomeOf,
  startWizard,
  type TestAnswer,
  type WizardEvent,
  type WizardState,
  wizard,
  wizardSteps,
} from './wizard-state';

const values = {
  name: 'Head office',
  cliq_api_url: 'https://cliq.test',
  domain_name: 'HQ',
  description: undefined,
  client_certificate_bundle_pem_file: [],
};
const stored = { connection: aKeySystem(), values };
const answerOf = (status: KeySystemStatus): TestAnswer => ({
  id: stored.connection.id,
  status,
  status_message: `It is ${status}.`,
  steps: [],
});

const play = (state: WizardState, ...events: WizardEvent[]) => events.reduce(wizard, state);
const next: WizardEvent = { type: 'next' };
const back: WizardEvent = { type: 'back' };
const answered = (status: KeySystemStatus, run = 1): WizardEvent => ({
  type: 'answered',
  run,
  answer: answerOf(status),
});

const chosen = play(startWizard, { type: 'selected', systemType: 'CLIQ_WEB_MANAGER' });
const configuring = play(chosen, next);
const arrived = play(configuring, { type: 'configured', values });
const testing = play(arrived, { type: 'connecting' }, { type: 'stored', stored }, { type: 'testing', run: 1 });
const after = (status: KeySystemStatus) => play(testing, answered(status));
const notRun = play(testing, { type: 'failed', run: 1, message: 'The server cannot be reached.' });
const unfinished = play(testing, {
  type: 'answered',
  run: 1,
  answer: { ...answerOf('ACTIVE'), status: 'TESTING' },
});
const review = play(after('ACTIVE'), next);

describe('wizard, forward', () => {
  it.each<[string, WizardState, WizardEvent, string]>([
    ['stays at the selection while nothing is selected', startWizard, next, 'select'],
    ['asks for credentials of what was selected', chosen, next, 'configure'],
    ['does not pass the credentials unchecked', configuring, next, 'configure'],
    ['tests what was entered', configuring, { type: 'configured', values }, 'test'],
    ['waits for the end of the test', testing, next, 'test'],
    ['waits for a test that the server has not ended', unfinished, next, 'test'],
    ['reviews what works', after('ACTIVE'), next, 'review'],
    ['reviews what is configured', after('CONFIGURED'), next, 'review'],
    ['lets pending validation be reviewed', after('PENDING_VALIDATION'), next, 'review'],
    ['holds up what failed', after('ERROR'), next, 'test'],
    ['holds up what was switched off', after('DISABLED'), next, 'test'],
    ['holds up what could not be tested', notRun, next, 'test'],
    ['ends with the review', review, next, 'review'],
  ])('%s', (_what, state, event, step) => {
    expect(wizard(state, event).step).toBe(step);
  });

  it('says that nothing is selected until something is', () => {
    const refused = wizard(startWizard, next);
    expect(refused.isUnselected).toBe(true);
    expect(play(refused, { type: 'selected', systemType: 'CLIQ_WEB_MANAGER' }).isUnselected).toBe(false);
  });

  it('begins the connection process on arrival at its step', () => {
    expect(arrived.test).toEqual({ is: 'due' });
    expect(wizard(arrived, { type: 'connecting' }).test).toEqual({ is: 'storing' });
    expect(testing.test).toEqual({ is: 'running' });
  });
});

describe('wizard, back', () => {
  it.each<[string, WizardState, WizardEvent, string]>([
    ['from the selection nowhere', startWizard, back, 'select'],
    ['from the credentials to the selection', configuring, back, 'select'],
    ['from the test to the credentials', after('ERROR'), back, 'configure'],
    ['from the review to the test', review, back, 'test'],
    ['to a step that is done', review, { type: 'revisited', step: 'configure' }, 'configure'],
    ['never by a click to the test', review, { type: 'revisited', step: 'test' }, 'review'],
    ['never by a click forward', configuring, { type: 'revisited', step: 'review' }, 'configure'],
  ])('%s', (_what, state, event, step) => {
    expect(wizard(state, event).step).toBe(step);
  });

  it.each<[string, WizardState, WizardEvent]>([
    ['from the test', after('ACTIVE'), back],
    ['from a test that runs', testing, back],
    ['past the test', review, { type: 'revisited', step: 'configure' }],
  ])('discards the test %s', (_what, state, event) => {
    expect(wizard(state, event).test).toEqual({ is: 'none' });
  });

  it('keeps the result of the test when the review is left for it', () => {
    expect(wizard(review, back).test).toEqual(review.test);
  });

  it.each<[string, WizardState, string | undefined]>([
    ['the message of the key system', after('ERROR'), 'It is ERROR.'],
    ['why the test did not run', notRun, 'The server cannot be reached.'],
    ['nothing of a test that passed', after('ACTIVE'), undefined],
    ['nothing of pending validation', after('PENDING_VALIDATION'), undefined],
  ])('keeps %s when going back', (_what, state, failure) => {
    expect(wizard(state, back).failure).toBe(failure);
  });

  it('clears the failure on the next attempt, but not on the way back to the selection', () => {
    const editing = wizard(after('ERROR'), back);
    expect(wizard(editing, back).failure).toBe('It is ERROR.');
    expect(wizard(editing, { type: 'configured', values }).failure).toBeUndefined();
  });

  it('keeps selection, values and the stored connection throughout', () => {
    const first = play(review, back, back, back);
    expect(first).toMatchObject({ step: 'select', systemType: 'CLIQ_WEB_MANAGER', values, stored });
  });

  it('ignores the result of an abandoned test, also while the next one runs', () => {
    const left = play(testing, back, answered('ERROR'));
    expect(left.test).toEqual({ is: 'none' });
    const again = play(left, { type: 'configured', values }, { type: 'connecting' });
    expect(play(again, answered('ERROR', 1)).test).toEqual({ is: 'storing' });
    expect(outcomeOf(play(again, answered('ACTIVE', again.run)))).toBe('ok');
  });

  it('remembers a connection that was stored after its step was left', () => {
    expect(play(arrived, back, { type: 'stored', stored }).stored).toEqual(stored);
  });
});

describe('wizard, completing', () => {
  it('keeps the reason for the refusal and shows the current status', () => {
    const refused = play(review, { type: 'completion_refused', status: 'ERROR', message: 'It answers no more.' });
    expect(refused.refusal).toEqual({ status: 'ERROR', message: 'It answers no more.' });
    expect(outcomeOf(refused)).toBe('error');
  });

  it.each<[string, WizardEvent]>([
    ['another attempt', { type: 'completing' }],
    ['the way back', back],
    ['another test', { type: 'retried' }],
  ])('clears a refusal on %s', (_what, event) => {
    const refused = play(review, { type: 'completion_failed', message: 'Not now.' });
    expect(refused.refusal).toEqual({ message: 'Not now.' });
    expect(wizard(refused, event).refusal).toBeUndefined();
  });
});

describe('canRevisit', () => {
  it.each([
    ['select', []],
    ['configure', ['select']],
    ['test', ['select', 'configure']],
    ['review', ['select', 'configure']],
  ] as const)('leads from %s to %j', (step, reachable) => {
    expect(wizardSteps.filter((one) => canRevisit({ step }, one))).toEqual(reachable);
  });
});
