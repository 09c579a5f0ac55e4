import {
  cylinderList,
  type GeneratorRun,
  generator,
  generatorRunList,
  iam,
  keyPlanList,
  keySystems,
  locations,
  peopleList,
  suggestionList,
  suggestions,
} from '@key2xs/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aRun, aSuggestion, runId, suggestionId } from '#data/plans/generator.fixture';
import { renderPage, serve } from '../../../test/render';
import { GeneratorPage } from './generator-page';

const path = '/keyplan-ai/create';
const page = <T,>(items: T[]) => ({ items, total: items.length, limit: 50, offset: 0 });

/** What the form reads; `people` and `cylinders` are how many there are. */
function serveStart({ people = 12, cylinders = 5, runs = [] as GeneratorRun[] } = {}) {
  serve(iam.list, []);
  serve(keySystems.list, { items: [], total: 0, page: 0, size: 100 });
  serve(locations.tree, { places: [], unplaced: 0, proposed: 0, differences: 0 });
  serve(peopleList.page, { items: [], total: people, limit: 1, offset: 0 });
  serve(cylinderList.page, { items: [], total: cylinders, limit: 1, offset: 0 });
  serve(generatorRunList.page, page(runs));
}

const matrix = (fields = {}) => ({
  last_event_id: '16',
  columns: [{ id: suggestionId(90), label: 'Gate', detail: 'G-1', location_path: null, protection_class: null }],
  rows: [{ label: 'Ward 1', people: 40, cells: [[0, 0, 1, 0] as [number, number, number, number]] }],
  suggestions: [suggestionId(1)],
  schedules: [[]],
  is_partial: false,
  rows_left_out: 0,
  ...fields,
});

function serveRun(run: GeneratorRun, list = [aSuggestion(1), aSuggestion(2)]) {
  serve(generator.read, run);
  serve(suggestionList.page, page(list));
  serve(suggestions.matrix, matrix());
  serve(keyPlanList.page, { keyplans: [], total: 0, limit: 200, offset: 0 });
}

const openRun = (search = {}) => renderPage(<GeneratorPage />, { path, search: { run: runId, ...search } });

describe('a new run', () => {
  it('starts with the standard settings by one button, and opens', async () => {
    serveStart();
    const started = serve(generator.start, aRun({ status: 'waiting' })).received;
    const { user, router } = await renderPage(<GeneratorPage />, { path });
    serve(generator.read, aRun({ status: 'waiting' }));
    serve(generator.events, { items: [], is_last: true });
    serve(suggestions.matrix, matrix({ rows: [] }));
    await user.click(await screen.findByRole('button', { name: 'Suggest a plan' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ run: runId }));
    expect(started[0]?.body).toMatchObject({
      source: { kind: 'recorded', key_system_connection_id: null },
      mode: 'rules_first',
      generosity: 'never',
      min_people: 3,
      previous_run_id: null,
    });
  });

  it('says in words what each step of the slider means, by keyboard too', async () => {
    serveStart();
    const { user } = await renderPage(<GeneratorPage />, { path });
    const slider = await screen.findByRole('slider', { name: 'New rights' });
    expect(slider.getAttribute('aria-valuetext')).toBe('Never grant anything new');
    slider.focus();
    await user.keyboard('{End}');
    expect(slider.getAttribute('aria-valuetext')).toBe('Suggest generously');
    expect(screen.getByText(/^What many of a group have is suggested for all of it/)).toBeDefined();
  });

  it('does not start with incomplete settings, and says which', async () => {
    serveStart();
    serve(keyPlanList.page, { keyplans: [], total: 0, limit: 200, offset: 0 });
    const started = serve(generator.start, aRun()).received;
    const { user } = await renderPage(<GeneratorPage />, { path });
    await user.click(await screen.findByRole('radio', { name: 'What a key plan gives' }));
    await user.click(screen.getByText('More settings'));
    await user.clear(screen.getByRole('textbox', { name: 'Smallest group' }));
    await user.click(screen.getByRole('button', { name: 'Suggest a plan' }));
    expect(await screen.findByText('Some settings are incomplete')).toBeDefined();
    expect(screen.getByText('Choose a key plan.')).toBeDefined();
    expect(screen.getByText('Type a whole number from 1 to 1000.')).toBeDefined();
    expect(started).toEqual([]);
  });

  it('cannot start without people or cylinders, and links to where they come from', async () => {
    serveStart({ people: 0, cylinders: 0 });
    await renderPage(<GeneratorPage />, { path });
    await screen.findByText('Something is missing for a suggestion');
    expect(screen.getByRole('link', { name: 'Identity sources' }).getAttribute('href')).toBe('/iam-manager');
    expect(screen.getByRole('link', { name: 'Key systems' }).getAttribute('href')).toBe('/key-systems');
    expect(screen.getByRole('button', { name: 'Suggest a plan' })).toHaveProperty('disabled', true);
  });

  it('begins with the settings of an earlier one, and keeps its pins', async () => {
    serveStart();
    const { settings } = aRun();
    serve(generator.read, aRun({ settings: { ...settings, generosity: 'some', min_people: 8 } }));
    const started = serve(generator.start, aRun({ status: 'waiting' })).received;
    const { user } = await renderPage(<GeneratorPage />, { path, search: { from: runId } });
    await user.click(await screen.findByRole('button', { name: 'Suggest again' }));
    await waitFor(() =>
      expect(started[0]?.body).toMatchObject({ generosity: 'some', min_people: 8, previous_run_id: runId }),
    );
  });

  it('lists the runs before, and deletes one after a question', async () => {
    serveStart({ runs: [aRun()] });
    const { user } = await renderPage(<GeneratorPage />, { path });
    await screen.findByText('120 rules, 238 profiles');
    const removed = serve(generator.remove, { success: true }).received;
    await user.click(screen.getByRole('button', { name: /^Delete\.\.\. the run of/ }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete run' }));
    await waitFor(() => expect(removed[0]?.params.id).toBe(runId));
  });
});

describe('a run at work', () => {
  const running = aRun({ status: 'running', phase: 'rules', figures: null, finished_at: null });

  it('shows its phase, its figures and suggestions as they come, and reads each event once', async () => {
    serveRun(running);
    const event = (id: string, n: number) => ({ id, event: 'suggestion' as const, data: aSuggestion(n) });
    const asked = serve(generator.events, ({ query }) =>
      query.after === '0'
        ? { items: [event('3', 1)], is_last: false }
        : query.after === '3'
          ? {
              items: [
                event('5', 2),
                {
                  id: '6',
                  event: 'status' as const,
                  data: {
                    run_id: runId,
                    status: 'running' as const,
                    phase: 'proving' as const,
                    done: 3,
                    total: 9,
                    input: null,
                  },
                },
              ],
              is_last: true,
            }
          : { items: [], is_last: true },
    ).received;
    await openRun();
    const cards = within(await screen.findByRole('list', { name: 'Newest suggestions' }));
    expect(
      cards.getAllByRole('listitem').map((item) => within(item).getAllByText(/^Ward \d$/)[0]?.textContent),
    ).toEqual(['Ward 2', 'Ward 1']);
    screen.getByText('Proving how few profiles are possible');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toContain('3 of 9');
    expect(asked.slice(0, 2).map(({ query }) => query.after)).toEqual(['0', '3']);
    expect(asked.filter(({ query }) => query.after === '0')).toHaveLength(1);
  });

  it('can be stopped', async () => {
    serveRun(running);
    serve(generator.events, { items: [], is_last: true });
    const stopped = serve(generator.stop, aRun({ status: 'stopped' })).received;
    const { user } = await openRun();
    await user.click(await screen.findByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(stopped).toHaveLength(1));
  });

  it('shows the result once the events say that it has ended', async () => {
    let run = running;
    serve(generator.read, () => run);
    serve(suggestionList.page, page([aSuggestion(1)]));
    serve(suggestions.matrix, matrix());
    serve(generator.events, () => {
      run = aRun();
      return {
        items: [
          { id: '9', event: 'done' as const, data: { run_id: runId, status: 'finished' as const, figures: null } },
        ],
        is_last: true,
      };
    });
    await openRun();
    await screen.findByText(/^18,204 rights = /);
  });
});

describe('the result of a run', () => {
  it('shows that the four parts add up to all rights, and how close it is to the minimum', async () => {
    serveRun(aRun());
    await openRun();
    await screen.findByText('18,204 rights = rules 12,000 + profiles 5,000 + on request 204 + single 1,000');
    screen.getByText(/^238 profiles\. Fewer is impossible: there are 238 rights no two of which fit in one profile\./);
  });

  it('says at which hours the rights of a suggestion hold', async () => {
    const work = [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', valid_from: null, valid_until: null }];
    const mixed = [
      { time_restrictions: work, rights: 90 },
      { time_restrictions: [], rights: 1 },
    ];
    serveRun(aRun(), [aSuggestion(1, { hours: mixed.slice(0, 1) }), aSuggestion(2, { hours: mixed }), aSuggestion(3)]);
    await openRun();
    await screen.findByText('Hours: Mon–Fri 07:00–19:00');
    screen.getByText('Hours: Mon–Fri 07:00–19:00 (90 rights); Always (1 right)');
    expect(screen.getAllByText(/^Hours: /)).toHaveLength(2);
  });

  it('shows no sum that is wrong', async () => {
    const run = aRun();
    serveRun({ ...run, figures: run.figures && { ...run.figures, single: 999 } });
    await openRun();
    await screen.findByText(/^The parts do not add up to all rights/);
    expect(screen.queryByText(/rights = rules/)).toBeNull();
  });

  it('says how far above the proven minimum it is at most', async () => {
    const run = aRun();
    serveRun({ ...run, figures: run.figures && { ...run.figures, lower_bound: 235 } });
    await openRun();
    await screen.findByText('238 profiles: at most 3 above the minimum. 235 are proven to be needed.');
  });

  it('accepts without giving anything new, and takes it back', async () => {
    const open = aSuggestion(1, { additions: 4, confidence: 0.96 });
    serveRun(aRun(), [open]);
    const { user } = await openRun();
    const sent = serve(suggestions.editSuggestion, ({ body }) => ({
      run: aRun(),
      suggestions: [{ ...open, ...(body.decision && { decision: body.decision }), version: 2 }],
    })).received;
    await screen.findByText('4 new rights, if you accept them');
    await user.click(screen.getByRole('button', { name: 'Accept Ward 1' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ decision: 'accepted' }, { decision: 'open' }]));
  });

  it('accepts new rights only after their number and the names of those who gain them', async () => {
    const open = aSuggestion(1, { additions: 3 });
    serveRun(aRun(), [open]);
    const person = (n: number, display_name: string, missing: number) => ({
      id: suggestionId(n),
      display_name,
      employee_id: null,
      department: null,
      job_title: null,
      missing,
    });
    serve(suggestions.suggestion, {
      ...open,
      people_listed: [person(51, 'Ada Berg', 2), person(52, 'Ben Cole', 1), person(53, 'Cem Dag', 0)],
      doors_listed: [],
      alternatives: [],
    });
    const { user } = await openRun({ open: suggestionId(1) });
    await user.click(await screen.findByRole('button', { name: 'Accept new rights...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 3 new rights?' }));
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Ada Berg: 2 doors',
      'Ben Cole: 1 door',
    ]);
    const sent = serve(suggestions.editSuggestion, { run: aRun(), suggestions: [] }).received;
    await user.click(dialog.getByRole('button', { name: 'Accept new rights' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ decision: 'accepted', accept_additions: 3 }));
  });

  it('rejects with a reason only', async () => {
    serveRun(aRun(), [aSuggestion(1)]);
    const { user } = await openRun();
    const sent = serve(suggestions.editSuggestion, { run: aRun(), suggestions: [] }).received;
    await user.click(await screen.findByRole('button', { name: 'Reject... Ward 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject Ward 1?' }));
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole('textbox'), 'Too wide');
    await user.click(dialog.getByRole('button', { name: 'Reject' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ decision: 'rejected', reason: 'Too wide' }));
  });

  it('accepts all above a confidence by the number that was shown, and says what that leaves', async () => {
    const list = [
      aSuggestion(1),
      aSuggestion(2),
      aSuggestion(3, { additions: 2, risks: ['adds_rights'] }),
      aSuggestion(4, { risks: ['sensitive_doors'] }),
    ];
    serveRun(aRun(), list);
    const { user } = await openRun();
    await user.click(await screen.findByRole('button', { name: 'Accept all at or above 90 %...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Accept 2 suggestions?' }));
    dialog.getByText(/^2 more of this confidence give something new or open a sensitive door/);
    const sent = serve(suggestions.acceptMany, () => {
      serve(generator.read, aRun({ decided: { accepted: 2, rejected: 0, open: 0 } }));
      return { run: aRun(), accepted: 2, left: 2 };
    }).received;
    await user.click(dialog.getByRole('button', { name: 'Accept all' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ min_confidence: 0.9, expected: 2 }));
    await screen.findByText('2 suggestions accepted.');
  });

  it('offers nothing to confirm where no suggestion can be accepted together', async () => {
    serveRun(aRun(), [aSuggestion(1, { additions: 2, risks: ['adds_rights'] })]);
    const { user } = await openRun();
    await user.click(await screen.findByRole('button', { name: 'Accept all at or above 90 %...' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'No suggestion to accept' }));
    dialog.getByText(/^1 more of this confidence gives something new/);
    expect(dialog.queryByRole('button', { name: 'Accept all' })).toBeNull();
  });

  it('shows what can be chosen by each of three costs, and takes a plan as a whole', async () => {
    serveRun(aRun());
    const choice = (count: number, single: number) => ({
      id: `first-${count}`,
      mode: 'rules_first' as const,
      generosity: 'never' as const,
      is_present: count === 16,
      part: count === 16 ? null : { suggestions: count, of: 16 },
      rules: 5,
      profiles: count,
      links: 500,
      single,
      additions: 0,
      transition: { people: 3, keys_to_update: 0, cylinders_to_visit: 0 },
    });
    serve(suggestions.choices, { items: [choice(16, 4), choice(8, 349)], is_calculating: false });
    const { user } = await openRun({ view: 'choices' });
    for (const name of ['New rights', 'Single rights']) {
      await user.click(await screen.findByRole('radio', { name }));
      expect((screen.getByRole('radio', { name }) as HTMLInputElement).checked).toBe(true);
    }
    const sent = serve(suggestions.choose, { run: aRun(), accepted: 8 }).received;
    await user.click(screen.getByRole('button', { name: /^Choose this plan.*the best 8 of 16 suggestions$/ }));
    await user.click(await screen.findByRole('button', { name: 'Choose plan' }));
    await waitFor(() => expect(sent[0]?.body).toEqual({ choice_id: 'first-8', accept_additions: 0 }));
  });

  it('says why nothing was suggested, and runs with the nearest settings that give something', async () => {
    const { settings } = aRun();
    const nearest = { ...settings, min_people: 2 };
    serveRun(aRun({ figures: null, nothing: { sentence: 'No group has three people.', nearest, link: null } }));
    const { user } = await openRun();
    await screen.findByText('No group has three people.');
    const sent = serve(generator.start, aRun()).received;
    await user.click(screen.getByRole('button', { name: /^Run with the nearest settings/ }));
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ min_people: 2, previous_run_id: runId }));
  });

  it('says what a stopped run lacks, and that the data has changed since', async () => {
    const run = aRun({ status: 'stopped', is_out_of_date: 'yes' });
    serveRun({ ...run, figures: run.figures && { ...run.figures, is_partial: true } });
    await openRun();
    await screen.findByText('Stopped before it was done');
    screen.getByText('People, doors or rights have changed since they were read');
  });
});
