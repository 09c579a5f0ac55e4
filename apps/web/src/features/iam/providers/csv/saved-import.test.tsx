import { iam, type StaffList } from '@key2xs/contract';
import { createBrowserHistory } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../../../test/render';
import { aSource, aStaffList } from '../../source.fixture';
import { IamWizardPage } from '../../wizard/iam-wizard-page';

const source = aSource({ people: 0 });
const place = { path: '/connect/iam-wizard', search: { connection: source.id } };
const current = () => document.querySelector('[aria-current="step"]')?.textContent;
const column = (of: string) => screen.findByRole('combobox', { name: `Column for ${of}` });

type Options = { history?: ReturnType<typeof createBrowserHistory>; list?: Partial<StaffList> };

async function open({ history, list }: Options = {}) {
  serve(iam.get, source);
  serve(iam.latestStaffList, aStaffList(list));
  serve(iam.previewMapping, { people: [] });
  serve(iam.saveMapping, ({ body }) => ({ mapping: body }));
  const page = await renderPage(<IamWizardPage />, { ...place, history });
  const press = async (name: string) => page.user.click(await screen.findByRole('button', { name }));
  const toColumns = async () => {
    await press('Next: Map columns');
    await page.user.click(await screen.findByRole('button', { name: /^Show \d+ more fields$/ }));
    await page.user.click(await column('Department'));
    await page.user.click(await screen.findByRole('option', { name: /^unit/ }));
  };
  /** Like a browser: session storage survives, effects get no chance to clean up. */
  const reload = (other?: Partial<StaffList>) => {
    const saved = Object.entries({ ...sessionStorage });
    page.unmount();
    for (const [key, value] of saved) sessionStorage.setItem(key, String(value));
    return open({ list: other });
  };
  return { ...page, press, toColumns, reload };
}

describe('IamWizardPage, after a reload', () => {
  it('restores the columns, and has stored no person of the list', async () => {
    const { toColumns, reload } = await open();
    await toColumns();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Ada Moss');
    await reload();
    expect(await column('Department')).toHaveProperty('value', 'unit');
    expect(current()).toBe('3 Map columns');
  });

  it('restores the review, with the completed steps reachable', async () => {
    const { toColumns, press, reload } = await open();
    await toColumns();
    await press('Next: Review & import');
    await screen.findByRole('region', { name: 'Ready to import' });
    const again = await reload();
    await screen.findByRole('region', { name: 'Ready to import' });
    await again.press('3 Map columns, done');
    expect(await column('Department')).toHaveProperty('value', 'unit');
    await again.press('2 Upload, done');
    await screen.findByLabelText('Staff list');
  });

  it('starts over after another list was uploaded', async () => {
    const { toColumns, reload } = await open();
    await toColumns();
    await reload({ id: '01900000-0000-7000-8000-0000000000b2' });
    await screen.findByRole('button', { name: 'Next: Map columns' });
  });
});

describe("IamWizardPage, the browser's Back", () => {
  it('goes to the step before, and leaves from the first', async () => {
    window.history.replaceState(null, '', '/iam-manager');
    const history = createBrowserHistory();
    history.push(`/connect/iam-wizard?connection=${source.id}`);
    history.flush();
    const { toColumns } = await open({ history });
    await toColumns();
    window.history.back();
    await screen.findByLabelText('Staff list');
    await waitFor(() => expect(window.location.pathname).toBe('/connect/iam-wizard'));
    window.history.back();
    await waitFor(() => expect(window.location.pathname).toBe('/iam-manager'));
    history.destroy();
  });
});
