import { type AccessWeek, access, type WhoMayOpen } from '@key2xs/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { AccessOfDoors } from './access-of-doors';

const id = '01900000-0000-7000-8000-000000000505';
const at = '2026-03-03T09:14:00Z';
const who: WhoMayOpen = {
  of: 'cylinder',
  id,
  name: 'C-014',
  keyplan_id: null,
  at,
  as_of: 'now',
  doors: 1,
  people: 0,
  recorded_only: 0,
};

const week: AccessWeek = {
  of: 'cylinder',
  id,
  layer: 'desired',
  at,
  as_of: 'now',
  rows: [
    {
      keyplan_id: '01900000-0000-7000-8000-000000000501',
      keyplan_name: 'City buildings',
      rule_id: '01900000-0000-7000-8000-000000000502',
      rule_name: 'Health, all clinics',
      rule_updated_at: at,
      rule_updated_by: 'admin',
      rule_version: 3,
      rule_note: null,
      open_now: true,
      until: null,
      subjects: [{ subject_type: 'department', subject_identifier: 'Health', name: 'Health' }],
      through: [],
      doors: 1,
      people: 214,
      time_zone: 'Europe/Berlin',
      now: 1_440 + 614,
      windows: [{ days: [2], from: '08:00', to: '18:00', valid_from: null, valid_until: '2026-03-10T09:14:00Z' }],
      spans: [{ from: 1_440 + 480, to: 1_440 + 1_080 }],
    },
  ],
  people: [
    { from: 0, to: 1_920, people: 0 },
    { from: 1_920, to: 2_520, people: 214 },
    { from: 2_520, to: 10_080, people: 0 },
  ],
  departments: [
    { name: 'Health', people: 200 },
    { name: null, people: 14 },
  ],
};

it('shows for a door how many people may open it through the week and now, by rule and department', async () => {
  serve(access.who, who);
  serve(access.week, week);
  const { user } = await renderPage(<AccessOfDoors of="cylinder" id={id} />);
  await screen.findByRole('img', { name: 'Most: 214 people, Tue 08:00–18:00. Least: 0 people.' });
  const now = screen.getByRole('link', { name: '214 people right now' });
  expect(now.getAttribute('href')).toContain('open_now=true');
  screen.getByText('214 people · Health, all clinics · ends 10 Mar 2026');
  screen.getByText('ends within two weeks');
  await user.click(screen.getByRole('gridcell', { name: 'Health, Tue 08:00–18:00' }));
  await screen.findByRole('link', { name: 'Health, all clinics' });
  screen.getByText(/^v3, by admin/);
  expect(screen.getByRole('link', { name: 'Health' }).getAttribute('href')).toContain('department=Health');
  screen.getByText('No department');
});

it('tells a sub-admin that only super admins may see it', async () => {
  await renderPage(<AccessOfDoors of="cylinder" id={id} />, { me: { role: 'subadmin' } });
  await screen.findByText('A super admin can see who may open this.');
});
