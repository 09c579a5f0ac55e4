import { access, type Openers, type WhoMayOpen as Who } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../test/render';
import { WhoMayOpen } from './who-may-open';

const id = '01900000-0000-7000-8000-000000000505';
const question = { of: 'cylinder', id } as const;

const nobodyMay: Who = {
  ...question,
  name: 'C-014',
  keyplan_id: null,
  at: '2026-03-03T09:14:00Z',
  as_of: 'now',
  doors: 1,
  people: 0,
  recorded_only: 0,
};

const locksmith: Openers['items'][number] = {
  key_system_connection_id: id,
  key_system_name: 'Main house',
  identity: 'P-00001',
  name: 'Odo Brackwater',
  person_id: null,
  profiles: [{ name: 'Locksmith on call', is_ours: false }],
  keys: [{ key_id: id, marking: 'CK-013', updated_at: null, opened_at: '2025-11-19T10:00:00Z' }],
};

it('lists who can open a door without any plan, by which profile and key', async () => {
  serve(access.who, nobodyMay);
  serve(access.canOpen, { layer: 'recorded', total: 7, items: [locksmith] });
  await renderPage(<WhoMayOpen question={question} />);
  const others = within(await screen.findByRole('region', { name: 'Who can open it without a plan' }));
  screen.getByText(/No plan lets anyone open this/);
  others.getByText('7 more can open it without a plan.');
  others.getByText('Odo Brackwater');
  others.getByText('Key CK-013, opened it 19 Nov 2025');
  others.getByText('Member of Locksmith on call, made in Main house. A sync leaves it as it is.');
  others.getByText('+ 6 more');
});

it('requests nothing for a department, or for another moment', async () => {
  serve(access.who, { ...nobodyMay, as_of: 'past', recorded_only: null });
  const { received } = serve(access.canOpen, { layer: 'recorded', total: 0, items: [] });
  await renderPage(<WhoMayOpen question={question} />, { search: { at: '2026-02-01T10:00:00.000Z' } });
  await screen.findByText(/No plan let anyone open this then/);
  expect(received).toEqual([]);
});
