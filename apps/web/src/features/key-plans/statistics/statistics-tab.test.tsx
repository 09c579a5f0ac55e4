import {
  type KeyPlan,
  keyPlans,
  type PlanFigures,
  type PlanNewcomers,
  planFigures,
  suggestions,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeyPlan, planId } from '#data/plans/key-plans.fixture';
import { renderPage, serve } from '../../../../test/render';
import { KeyPlanPage } from '../key-plan-page';

const someHours = Array.from({ length: 168 }, (_, hour) => (hour === 33 ? 12 : 3));

const figures: PlanFigures = {
  keyplan_id: planId,
  at: '2026-03-01T08:00:00Z',
  side: 'in_force',
  version: 4,
  people: 12,
  doors: 5,
  rights: 40,
  of_people: 20,
  of_doors: 9,
  departments: [
    { kind: 'department', name: 'FIRE', people: 10, of_people: 10, doors: 4, rights: 36 },
    { kind: 'none', name: '', people: 2, of_people: 10, doors: 2, rights: 4 },
  ],
  places: [
    { kind: 'place', location_id: planId, name: 'North', people: 12, doors: 4, of_doors: 6, rights: 38 },
    { kind: 'none', location_id: null, name: '', people: 2, doors: 1, of_doors: 3, rights: 2 },
  ],
  crossings: [
    { department: 0, place: 0, people: 10, rights: 36 },
    { department: 1, place: 0, people: 2, rights: 2 },
    { department: 1, place: 1, people: 2, rights: 2 },
  ],
  rules: [
    { id: 'a', name: 'Stations', people: 10, doors: 4, is_broad: true },
    { id: 'b', name: 'Gate', people: 2, doors: 2, is_broad: false },
  ],
  active_rules: 2,
  by_hour: someHours,
};

const versions = [1, 2].map((number) => ({
  number,
  at: '2026-03-01T08:00:00Z',
  cause: 'edit' as const,
  people: number,
  doors: number,
  rights: number * 20,
  people_gaining: 1,
  people_losing: 0,
}));

const newcomers: PlanNewcomers = {
  since: '2026-03-01T02:00:00Z',
  people: {
    count: 12,
    covered: 10,
    open: [
      {
        id: planId,
        name: 'Mia Brandt',
        department: 'FIRE',
        job_title: 'Officer',
        alike: 9,
        rules: [{ id: planId, name: 'Stations', having: 8 }],
      },
      {
        id: `${planId.slice(0, -1)}9`,
        name: 'Jon Vik',
        department: null,
        job_title: null,
        alike: 0,
        rules: [],
      },
    ],
  },
  doors: { count: 1, covered: 1, open: [] },
};

const nights = [1, 2].map((number) => ({
  at: `2026-03-0${number}T02:00:00Z`,
  profiles: 20 + number,
  links: 300,
  rules: 8,
  coverage: 0.999,
  lower_bound: 20,
  gap: number,
}));

async function open(changes: Partial<PlanFigures> = {}, plan: Partial<KeyPlan> = {}) {
  serve(keyPlans.get, aKeyPlan({ is_active: true, ...plan }));
  serve(planFigures.statistics, { ...figures, rules: figures.rules.map(withId), ...changes });
  serve(planFigures.growth, { items: versions });
  serve(suggestions.quality, { items: nights, advice: 'Coverage has fallen by 6 %.', newcomers });
  const place = { path: `/keys/key-plans/${planId}`, route: '/keys/key-plans/$id', search: { tab: 'statistics' } };
  return renderPage(<KeyPlanPage />, place);
}

const withId = (rule: PlanFigures['rules'][number], i: number) => ({
  ...rule,
  id: `01900000-0000-7000-8000-0000000000d${i}`,
});

const chart = async (title: string) => within(await screen.findByRole('region', { name: title }));

describe('StatisticsTab', () => {
  it('says in sentences what the charts show, and as of when', async () => {
    await open();
    await screen.findByText(/^What is in force, version 4, counted /);
    await screen.findByText(
      'FIRE has the most: 100 % of its people may open 4 doors in all. 8 people may open nothing by this plan.',
    );
    screen.getByText('Most people may enter North: 12 people, through 4 doors.');
    screen.getByText(/^In 3 of 4 crossings/);
    screen.getByText('Most people Tue 09:00–10:00: 12 people may open a door. Fewest Mon 00:00–01:00: 3 people.');
    screen.getByText(
      'The widest is “Stations”: 10 people × 4 doors. 1 rule opens very many doors to very many people.',
    );
    await screen.findByText(/^From version 1 to version 2, 20 rights became 40\. Each version is counted/);
  });

  it('reads out each point to the arrow keys', async () => {
    const { user } = await open();
    const week = await chart('Who may open doors when');
    const slider = week.getByRole('slider', { name: 'Who may open doors when' });
    slider.focus();
    await user.keyboard('{Home}{ArrowDown}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Tue 01:00–02:00: 3 people (25 %)');
    week.getByText('Tue 01:00–02:00: 3 people (25 %)');
    await user.keyboard('{End}{ArrowRight}');
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Sun 23:00–24:00/);
    expect(slider.getAttribute('aria-valuenow')).toBe('168');
  });

  it('shows the figures of each chart as a table', async () => {
    const { user } = await open();
    const departments = await chart('Rights by department');
    await user.click(departments.getByRole('button', { name: 'Show as table: Rights by department' }));
    const table = within(departments.getByRole('table', { name: 'Rights by department' }));
    table.getByRole('row', { name: 'FIRE 10 10 4 36' });
    table.getByRole('row', { name: 'No department 2 10 2 4' });
    expect(departments.queryByRole('slider')).toBeNull();
    await user.click(departments.getByRole('button', { name: 'Show as chart: Rights by department' }));
    departments.getByRole('slider');
  });

  it('marks broad rules, not by colour alone', async () => {
    const { user } = await open();
    const rules = await chart('Rules by reach');
    rules.getByRole('slider').focus();
    await user.keyboard('{Home}');
    rules.getByText('Stations: 10 people × 4 doors. It opens very many doors to very many people: review it.');
    await user.click(rules.getByRole('button', { name: /^Show as table/ }));
    rules.getByRole('row', { name: 'Stations 10 4 40 Yes' });
  });

  it('says that an inactive plan gives nothing, and what is left out', async () => {
    await open({ side: 'draft' }, { is_active: false, takes_effect: 'on_activation', pending_changes: 2 });
    await screen.findByText(/^The draft, as if it were active, counted .*The plan gives no one access now\.$/);
  });

  it('says that edits which wait are left out', async () => {
    await open({}, { takes_effect: 'on_activation', pending_changes: 2 });
    await screen.findByText(/2 changes that are not in force are left out\.$/);
  });

  it('offers the next step while no door can be reached', async () => {
    await open({ people: 0, doors: 0, rights: 0 });
    await screen.findByText('No one reaches a door yet.');
    expect(screen.queryByRole('region', { name: 'Rules by reach' })).toBeNull();
  });

  it('shows how good the plan is night by night, and when a new run of the generator is worth it', async () => {
    const { user } = await open();
    await screen.findByText(/^22 profiles, at most 2 above the minimum; rules cover 99 % of the rights\./);
    screen.getByText('Coverage has fallen by 6 %.');
    const joined = within(screen.getByRole('region', { name: /^New since / }));
    joined.getByText('12 people have joined. Rules of this plan cover 10 of them.');
    joined.getByText('1 door was added. Rules of this plan give 1.');
    expect(joined.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Mia Brandt (Officer, FIRE): “Stations” is given to 8 of 9 people with the same department and job title.',
      'Jon Vik: no one has the same department and job title.',
    ]);
    const quality = await chart('Quality night by night');
    expect(screen.getByRole('link', { name: 'Open the generator' }).getAttribute('href')).toBe('/keyplan-ai/create');
    await user.click(quality.getByRole('button', { name: 'Show as table: Quality night by night' }));
    const lines = quality.getAllByRole('row').map((row) => within(row).queryAllByRole('cell').slice(1));
    expect(lines.map((cells) => cells.map(({ textContent }) => textContent)).slice(1)).toEqual([
      ['21', '300', '99', '1'],
      ['22', '300', '99', '2'],
    ]);
  });
});
