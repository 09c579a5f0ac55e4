import type { DiagnosisStep } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../test/render';
import { DiagnosisSteps } from './diagnosis-steps';

const aStep = (changes: Partial<DiagnosisStep>): DiagnosisStep => ({
  name: 'connect',
  state: 'passed',
  message: '',
  error_kind: null,
  duration_ms: 0,
  ...changes,
});

async function textOf(step: Partial<DiagnosisStep>): Promise<string | null> {
  await renderPage(<DiagnosisSteps steps={[aStep(step)]} />);
  return screen.getByRole('listitem').textContent;
}

describe('DiagnosisSteps', () => {
  it('shows all seven steps as pending, with their purpose, before the first result', async () => {
    await renderPage(<DiagnosisSteps />);
    const list = screen.getByRole('list', { name: 'Steps of the connection test' });
    expect(list.getAttribute('aria-live')).toBe('polite');
    expect(within(list).getAllByText(/Waiting/).length).toBe(7);
    screen.getByText('Looks up the address behind the endpoint.');
  });

  it.each<[string, Partial<DiagnosisStep>, string]>([
    [
      'what a step found and how long it took',
      { message: 'It answers.', duration_ms: 16 },
      'Reach the host: Passed. It answers.16 ms',
    ],
    [
      'seconds, with one digit',
      { message: 'It answers.', duration_ms: 1_249 },
      'Reach the host: Passed. It answers.1.2 s',
    ],
    [
      'a warning',
      { state: 'warning', message: 'It ends soon.' },
      'Reach the host: Passed, with a warning. It ends soon.0 ms',
    ],
    ['a failure', { state: 'failed', message: 'No one answers.' }, 'Reach the host: Failed. No one answers.0 ms'],
    ['what runs, without a time', { state: 'running' }, 'Reach the host: Running. Opens a connection to that address.'],
    [
      'why a step was skipped',
      { state: 'skipped' },
      'Reach the host: Skipped. Not tried, because an earlier step failed.',
    ],
  ])('shows %s', async (_what, step, text) => {
    expect(await textOf(step)).toBe(text);
  });
});
