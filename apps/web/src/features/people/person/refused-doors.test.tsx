import { access, type Cylinder, cylinders, keys, people } from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage, serve } from '../../../../test/render';
import { aGrant, anEvaluation, aPerson, aWeek } from './person.fixture';
import { PersonPage } from './person-page';

const person = aPerson();

const vault: Cylinder = {
  id: '01900000-0000-7000-8000-000000000777',
  connection_id: '01900000-0000-7000-8000-000000000601',
  connection_name: 'Head office',
  external_id: '777',
  marking: 'C-777',
  name: 'Vault',
  cylinder_type: 'single',
  domain: 'city',
  location: 'Town hall',
  location_id: null,
  location_path: null,
  placed_text: null,
  block_list: null,
  event_ring: null,
  state: 'installed',
  group_id: null,
  group_name: null,
  open_job: null,
  read_at: null,
  own_name: null,
  notes: null,
  is_planned: false,
  version: 1,
};

/** The page of a person, searched for a door. */
function search(door: string, grants = [aGrant()], found: Cylinder[] = [vault]) {
  serve(people.get, person);
  serve(access.evaluate, anEvaluation({ grants }));
  serve(access.week, aWeek());
  serve(keys.list, { items: [], total: 0, limit: 50, offset: 0 });
  serve(access.check, {
    person_id: person.id,
    cylinder_id: vault.id,
    layer: 'desired',
    at: '2026-03-03T09:14:00Z',
    as_of: 'now',
    may_open: false,
    open_now: false,
    revision: '1',
    reasons: [],
    refusal: { person: 'active', recorded: 'no', rules: [] },
  });
  const listed = serve(cylinders.list, { items: found, total: found.length, limit: 100, offset: 0 });
  const place = { path: `/people/${person.id}`, route: '/people/$id', search: { door } };
  return { page: renderPage(<PersonPage />, place), asked: listed.received };
}

it('offers matching doors that may not be opened, with the reason', async () => {
  const { page, asked } = search('vault');
  const others = within(await screen.findByRole('region', { name: 'Matching doors that Ada Moss may not open' }));
  expect(screen.queryByText('No door matches')).toBeNull();
  expect(asked.at(-1)?.query).toMatchObject({ search: 'vault' });
  others.getByText('Town hall');
  const { user } = await page;
  await user.click(others.getByRole('button', { name: 'Why not? Ada Moss, C-777' }));
  const why = within(await screen.findByRole('dialog', { name: 'Why may Ada Moss not open C-777?' }));
  await why.findByText('No active rule opens this door for anyone.');
  expect(why.getByRole('link', { name: 'Who may open this door?' }).getAttribute('href')).toBe(
    `/access/who?of=cylinder&id=${vault.id}`,
  );
});

it('explains a door for a person without any access', async () => {
  const { page } = search('', []);
  const { user } = await page;
  await screen.findByText('No active rule matches this person');
  await user.type(screen.getByRole('searchbox', { name: 'Filter doors' }), 'vault');
  await screen.findByRole('button', { name: 'Why not? Ada Moss, C-777' });
});

it('lists only refused doors below the matching ones', async () => {
  const granted = { ...vault, id: aGrant().cylinder_id, marking: 'C-014', name: 'Vault entrance' };
  search('vault', [aGrant({ name: 'Vault entrance' })], [granted, vault]);
  const others = within(await screen.findByRole('region', { name: 'Matching doors that Ada Moss may not open' }));
  screen.getByRole('row', { name: 'Why may Ada Moss open C-014?' });
  expect(others.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Why not? Ada Moss, C-777',
  ]);
});

it('reports when no door has that name', async () => {
  search('nowhere', [aGrant()], []);
  await screen.findByText('No door matches');
});
