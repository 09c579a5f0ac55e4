import { DiagnosisStepName, type KeySystemStatus, keySystems, sandbox } from '@key2xs/contract';
import type { RouterHistory } from '@tanstack/react-router';
import { screen } from '@testing-library/react';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { renderPage, serve } from '../../../test/render';
import { AddKeySystemPage } from './add-key-system-page';
import type { TestAnswer } from './wizard-state';

/** jsdom cannot read files, but the form and the contract do. */
export function aFile(name: string, content = '-----BEGIN CERTIFICATE-----', type = ''): File {
  return Object.assign(new File([content], name, { type }), {
    arrayBuffer: async () => new TextEncoder().encode(content).buffer,
  });
}

export function anAnswer(status: KeySystemStatus, status_message = 'It answered.'): TestAnswer {
  const state = status === 'ERROR' ? 'failed' : 'passed';
  const steps = DiagnosisStepName.options.map((name) => ({
    name,
    state,
    message: `${name} was tried.`,
    error_kind: null,
    duration_ms: 12,
  }));
  return { id: aKeySystem().id, status, status_message, steps: steps.map((step) => ({ ...step, state })) };
}

export const inputOf = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

/** Renders the wizard on its first step, with helpers to reach the others. */
export async function openWizard(history?: RouterHistory) {
  serve(sandbox.get, 'not_found');
  serve(keySystems.testProgress, { test: null });
  const page = await renderPage(<AddKeySystemPage />, { path: '/add-key-system', history });
  const press = (name: string) => page.user.click(button(name));
  const toCredentials = async () => {
    await page.user.click(screen.getByRole('radio', { name: /CLIQ Web Manager/ }));
    await press('Next Step');
    await screen.findByLabelText(/Connection Name/);
  };
  const choose = async (...files: File[]) => {
    await page.user.upload(screen.getByLabelText(/Configuration File/), files);
    for (const { name } of files) await screen.findByText(name);
  };
  const enter = async () => {
    await page.user.click(screen.getByLabelText(/Connection Name/));
    await page.user.paste(' Head office ');
    await page.user.click(screen.getByLabelText(/Domain Name/));
    await page.user.paste('HQ');
    await choose(aFile('bundle.pem'));
  };
  const toTest = async () => {
    await toCredentials();
    await enter();
    await press('Next Step');
    await screen.findByRole('heading', { name: 'Test Connection', level: 2 });
  };
  /** With a passed test. */
  const toReview = async (status: 'ACTIVE' | 'PENDING_VALIDATION' = 'ACTIVE') => {
    serve(keySystems.create, aKeySystem());
    serve(keySystems.test, anAnswer(status));
    await toTest();
    await screen.findByText(status === 'ACTIVE' ? /test successful/ : /needs validation/);
    await press('Next: Review & Finish');
    await screen.findByText('System overview');
  };
  /** Like a browser: session storage survives, effects get no chance to clean up. */
  const reload = () => {
    const kept = Object.entries({ ...sessionStorage });
    page.unmount();
    for (const [key, value] of kept) sessionStorage.setItem(key, String(value));
    return openWizard();
  };
  return { ...page, press, toCredentials, choose, enter, toTest, toReview, reload };
}
