import {
  type ChangeSet,
  changeSets,
  type DriftItem,
  drift,
  iam,
  type KeySystemStanding,
  keySystems,
  overview,
} from '@key2xs/contract';
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aKeySystem } from '#data/key-systems/key-systems.fixture';
import { aKeyPlan } from '#data/plans/key-plans.fixture';
import { aSource } from '#data/sources/identity-source.fixture';
import { anOverview } from '../../../../test/answers';
import { renderPage, serve } from '../../../../test/render';
import { ConnectionsTab } from './connections-tab';

const plan = aKeyPlan({ is_active: true });
const [system] = plan.key_system_connections;
const systemId = system?.id ?? '';

const behind: KeySystemStanding = {
  connection_id: systemId,
  name: 'Head office',
  is_active: true,
  is_sandbox: true,
  state: 'behind',
  people_losing: 2,
  rights_to_withdraw: 9,
  people_gaining: 1,
  rights_to_grant: 3,
  people_other_hours: 0,
  writes: 4,
  changed_there: 1,
  waiting_for_operator: 0,
  read_at: '2026-03-01T08:00:00Z',
};

const sent: ChangeSet = {
  id: '01900000-0000-7000-8000-000000000071',
  kind: 'key_system',
  state: 'applied',
  title: 'Plans → Head office',
  iam_connection_id: null,
  key_system_connection_id: systemId,
  counts: {},
  guards: [],
  largest_removals: [],
  effect: null,
  applied: 12,
  failed: 2,
  waiting: 1,
  total: 13,
  task_id: null,
  decision: null,
  created_at: '2026-03-01T08:00:00Z',
  applied_at: '2026-03-01T08:05:00Z',
};

const changed: DriftItem = {
  id: '01900000-0000-7000-8000-000000000072',
  connection_id: systemId,
  connection_name: 'Head office',
  kind: 'member_added',
  what: "Ada Moss was put into the access profile 'Ward'.",
  profile: 'Ward',
  person: { id: '01900000-0000-7000-8000-0000000000e1', name: 'Ada Moss' },
  rule: { id: '01900000-0000-7000-8000-0000000000c1', name: 'Ward doors' },
  key_plan: { id: plan.id, name: plan.name, takes_effect: 'at_once' },
  doors: [],
  door_count: 0,
  affects: { people: 1, doors: 2 },
  since: '2026-03-01T08:00:00Z',
  adopted_at: null,
  state: 'open',
  accepted_at: null,
  accepted_by: null,
  acceptance: 'into_rule',
  why_not: null,
};

async function open(standing: KeySystemStanding, { last = [] as ChangeSet[], items = [] as DriftItem[] } = {}) {
  serve(iam.list, [aSource()]);
  serve(keySystems.list, { items: [aKeySystem()], total: 1, page: 0, size: 200 });
  serve(overview.get, anOverview({ recorded: { ...anOverview().recorded, key_systems: [standing] } }));
  const asked = serve(changeSets.list, { items: last, total: last.length, limit: 1, offset: 0 });
  const drifts = serve(drift.list, { items, total: items.length, limit: 5, offset: 0 });
  const page = await renderPage(<ConnectionsTab plan={plan} />);
  return { ...page, asked, drifts };
}

const syncPanel = async () => within(await screen.findByRole('region', { name: 'Sync' }));

describe('sync and drift of a plan', () => {
  it('says in people and doors what waits, and how the last one ended', async () => {
    const { asked } = await open(behind, { last: [sent] });
    const panel = await syncPanel();
    await panel.findByText('2 people lose 9 rights to doors. 1 person gains 3 rights to doors.');
    const link = await panel.findByRole('link', { name: 'Last sent' });
    expect(link.getAttribute('href')).toBe(`/change-sets/${sent.id}`);
    panel.getByText(/10 changes applied, 2 failed, 1 left to an operator\./);
    expect(asked.received[0]?.query).toMatchObject({ connection_id: systemId });
  });

  it('says that nothing waits only where a sync would write nothing', async () => {
    await open({ ...behind, rights_to_withdraw: 0, rights_to_grant: 0 });
    const panel = await syncPanel();
    await panel.findByText('4 records wait; no one gains or loses a door.');
    await panel.findByText('Nothing has been sent yet.');
    expect(panel.queryByText(/^Nothing waits/)).toBeNull();
  });

  it('says so where it is equal', async () => {
    await open({ ...behind, state: 'equal', rights_to_withdraw: 0, rights_to_grant: 0, writes: 0 });
    await (await syncPanel()).findByText('Up to date: what is recorded is what the plans say.');
  });

  it('offers both answers to what was changed there', async () => {
    const { user, drifts } = await open(behind, { items: [changed] });
    const panel = within(await screen.findByRole('region', { name: 'Changed in the key system itself' }));
    panel.getByText(changed.what);
    expect(drifts.received[0]?.query).toMatchObject({ keyplan_id: plan.id });
    panel.getByRole('button', { name: 'Restore…' });
    const accepted = serve(drift.accept, { accepted: 1 } as never); // checked by the contract
    await user.click(panel.getByRole('button', { name: 'Accept into the draft…' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Accept' }));
    await expect.poll(() => accepted.received[0]?.body).toEqual({ ids: [changed.id] });
  });
});
