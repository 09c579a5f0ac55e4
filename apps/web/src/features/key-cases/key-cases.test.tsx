import { type KeyTimesPolicyState, keyCases, keyReminders, keyTimesSettings } from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { aJoinerCase, aReturnCase } from './case.fixture';
import { KeyCasePage } from './key-case-page';
import { KeyCasesPage } from './key-cases-page';

const counts = {
  ...{ lost: 0, forgotten: 0, broken: 0, return: 1, mover: 0, joiner: 4, overdue: 0, mine: 0, unassigned: 5 },
  ...{ lost_without_case: 0, lanes: { to_do: 4, holder: 1, work: 0 } },
};

async function openBoard() {
  serve(keyCases.counts, counts);
  serve(keyCases.owners, { items: [] });
  const items = [aJoinerCase(), aReturnCase()];
  const { received } = serve(keyCases.list, { items, total: 2, limit: 50, offset: 0 });
  return { ...(await renderPage(<KeyCasesPage />, { path: '/keys/cases' })), received };
}

const openCase = (item = aJoinerCase()) => {
  serve(keyCases.get, item);
  return renderPage(<KeyCasePage />, { path: `/keys/cases/${item.id}`, route: '/keys/cases/$id' });
};

describe('the board', () => {
  it('lists joiners, and shows only them on request', async () => {
    const { user, received } = await openBoard();
    const row = await screen.findByRole('row', { name: 'Open case Needs a key Ada Moss' });
    within(row).getByText('Request a key');
    await user.click(screen.getByRole('button', { name: /^Needs a key/ }));
    await waitFor(() => expect(received.at(-1)?.query).toMatchObject({ kind: 'joiner', state: 'open' }));
  });

  it('offers to close several only where they can end in one way', async () => {
    const { user } = await openBoard();
    await user.click(await screen.findByRole('checkbox', { name: 'Select: Ada Moss' }));
    const bar = await screen.findByRole('region', { name: 'Selected cases' });
    within(bar).getByRole('button', { name: 'Close case' });
    await user.click(screen.getByRole('checkbox', { name: 'Select: K-0001' }));
    expect(within(bar).queryByRole('button', { name: 'Close case' })).toBeNull();
    within(bar).getByRole('button', { name: 'Assign' });
  });
});

describe('the case of a joiner', () => {
  it('says what the plan gives, and leads to a request and the desk', async () => {
    const item = aJoinerCase();
    await openCase(item);
    await screen.findByRole('heading', { level: 1, name: 'Needs a key: Ada Moss' });
    const access = screen.getByRole('region', { name: 'What the plan gives' });
    within(access).getByText('Wards (Hospital)');
    within(access).getByText(/Main site: 3 keys in stock, for 12 doors/);
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(link('Show access')).toBe(`/people/${item.holder?.person_id}`);
    expect(link('Request a key')).toBe(`/keys/request?view=new&case=${item.id}`);
    expect(link('Hand out a key')).toBe(`/keys/manage?desk=hand_out&case=${item.id}`);
    expect(screen.queryByRole('button', { name: 'Key is lost' })).toBeNull();
  });

  it('names the open request instead', async () => {
    const joiner = { entitled_since: '2026-03-01T05:00:00.000Z', first_day: null, reserved_key: null };
    const request = { id: aReturnCase().id, state: 'in_approval' } as const;
    await openCase(aJoinerCase({ next_step: 'wait_for_request', joiner: { ...joiner, request } }));
    const [shown] = await screen.findAllByRole('link', { name: 'Show the request' });
    expect(shown?.getAttribute('href')).toBe(`/keys/request?view=all&open=${request.id}`);
    expect(screen.queryByRole('link', { name: 'Request a key' })).toBeNull();
  });

  it('ends without a key, with a reason', async () => {
    const { user } = await openCase();
    const { received } = serve(keyCases.close, aJoinerCase({ closed_at: '2026-03-02T06:00:00.000Z' }));
    await user.click(await screen.findByRole('button', { name: 'No key needed' }));
    const dialog = await screen.findByRole('dialog', { name: 'No key needed' });
    await user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Works from home.');
    await user.click(within(dialog).getByRole('button', { name: 'Close case' }));
    await waitFor(() =>
      expect(received[0]?.body).toMatchObject({ outcome: 'no_key_needed', reason: 'Works from home.' }),
    );
  });
});

describe('reminding of a return', () => {
  const reminding = { is_on: false, days: [7] };
  const policy = (is_mail_configured: boolean): KeyTimesPolicyState => ({
    ...{ time_zone: 'Europe/Berlin', external_types: [], external_needs_end: false, rules: [], soon_days: 7 },
    reminders: {
      ...{ holder: reminding, manager: reminding, security: { ...reminding, mail_address: null } },
      ...{ returns: { is_on: false, holder: [], manager: [], security: [] }, language: 'en', quiet: null },
    },
    ...{ extension_max_hours: 24, version: 1, outside: 0, is_mail_configured, employee_types: [] },
  });
  const open = async (is_mail_configured: boolean) => {
    serve(keyTimesSettings.get, policy(is_mail_configured));
    const { user } = await openCase(aReturnCase());
    await user.click(await screen.findByRole('button', { name: 'Remind' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Remind Ada Moss' })) };
  };

  it('goes to whom it is to go to, says what could not be mailed, and keeps the choice after a failure', async () => {
    const refused = serve(keyReminders.ask, 'conflict');
    const { user, dialog } = await open(true);
    const send = await dialog.findByRole('button', { name: 'Send now' });
    await user.click(dialog.getByRole('checkbox', { name: 'Holder' }));
    dialog.getByText('Choose who is reminded.');
    await user.click(send);
    expect(refused.received, 'no one is chosen').toEqual([]);
    await user.click(dialog.getByRole('checkbox', { name: 'Manager of the holder' }));
    await user.click(send);
    await waitFor(() => expect(refused.received).toHaveLength(1));
    await waitFor(() =>
      expect(dialog.getByRole('checkbox', { name: 'Manager of the holder' })).toHaveProperty('checked', true),
    );
    const asked = serve(keyReminders.ask, { mails: 1, keys: 1, today: 0, no_address: 1, no_end: 0 });
    await user.click(send);
    await screen.findByText('1 mail is being sent, about 1 key. For 1 key there is no one with a mail address.');
    expect(asked.received).toMatchObject([{ body: { selection: { ids: [aReturnCase().key?.id] }, to: ['manager'] } }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that no mail server is set up, and offers nothing to send', async () => {
    await open(false);
    await screen.findByText('This server sends no mails.');
    expect(screen.queryByRole('button', { name: 'Send now' })).toBeNull();
  });
});
