import { keyPlans } from '@key2xs/contract';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan } from '#data/plans/key-plans.fixture';
import { renderPage, serve } from '../../../test/render';
import { AddRule } from './add-rule';

const plan = aKeyPlan();
const other = { ...plan, id: '01900000-0000-7000-8000-0000000005ff', name: 'Town pools' };
const serveActive = (...keyplans: (typeof plan)[]) =>
  serve(keyPlans.list, { keyplans, total: keyplans.length, limit: 2, offset: 0 });
const hrefOf = async (name: string) =>
  (await screen.findByRole('link', { name: `Add rule for ${name}` })).getAttribute('href');

describe('AddRule', () => {
  it.each([
    [{ department: 'FIRE' }, 'department=FIRE'],
    [{ job_title: 'Nurse' }, 'job_title=Nurse'],
    [{ group_id: other.id }, `group_id=${other.id}`],
  ])('opens the form of the only active plan with %o', async (of, query) => {
    const { received } = serveActive(plan);
    await renderPage(<AddRule of={of} name="it" />);
    expect(await hrefOf('it')).toBe(`/keys/key-plans/${plan.id}?dialog=rule&${query}`);
    expect(received[0]?.query).toMatchObject({ is_active: true });
  });

  it('links to the plans when none is active', async () => {
    serveActive();
    await renderPage(<AddRule of={{ department: 'FIRE' }} name="FIRE" />);
    expect(await hrefOf('FIRE')).toBe('/keys/key-plans');
  });

  it('offers several active plans, and keeps the initial values of the rule', async () => {
    serveActive(plan, other);
    const { user, router } = await renderPage(<AddRule of={{ department: 'FIRE' }} name="FIRE" />);
    await user.click(await screen.findByRole('button', { name: 'Add rule for FIRE' }));
    await user.click(await screen.findByRole('menuitem', { name: other.name }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/keys/key-plans/${other.id}`));
    expect(router.state.location.search).toEqual({ dialog: 'rule', department: 'FIRE' });
  });

  it('is hidden from users who may not add a rule', async () => {
    const { received } = serveActive(plan);
    await renderPage(
      <>
        <AddRule of={{ department: 'FIRE' }} name="FIRE" />
        <p>Beside it</p>
      </>,
      { me: { role: 'subadmin' } },
    );
    await screen.findByText('Beside it');
    expect(received).toEqual([]);
    expect(screen.queryByRole('link')).toBeNull();
  });
});
