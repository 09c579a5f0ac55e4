import {
  accessRules,
  changeSets,
  iam,
  isUploaded,
  type KeyPlan,
  keyPlanList,
  keyPlans,
  keySystems,
  planVersions,
  type SyncTask,
  sync,
} from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { recordsQuery } from '#data/calls/records';
import { keySystemsQuery, useReadInventory } from '#data/key-systems/key-systems';
import { iamConnectionsQuery } from '#data/sources/iam';
import { previewSyncOfSource, useStartSync } from '#data/tasks/sync';
import { useMayOpen } from '#ui/may-open';
import { useToast } from '#ui/toast';
import type { PaletteItem } from './palette-item';
import type { Place } from './search-places';

type Record = { id: string; name: string };
type ActionName = 'preview' | 'previewOfSource' | 'readInventory' | 'upload' | 'addRule' | 'review' | 'activate';

const planScreen = '/keys/key-plans/$id';
const plansQuery = recordsQuery(keyPlanList, { query: { limit: 50 }, params: undefined });

/** Actions for each key system, source and plan; open decisions first. */
export function useRecordActions(): { actions: PaletteItem[]; isPending: boolean } {
  const mayOpen = useMayOpen();
  const systems = useQuery({ ...keySystemsQuery, enabled: useMay(keySystems.list) });
  const sources = useQuery({ ...iamConnectionsQuery, enabled: useMay(iam.list) });
  // Sub-admins may list plans, but their actions are on the plan's screen.
  const plans = useQuery({ ...plansQuery, enabled: [useMay(keyPlans.list), mayOpen(planScreen)].every(Boolean) });
  const isPending = [systems, sources, plans].some(({ isLoading }) => isLoading);
  const active = (systems.data ?? []).filter(({ is_active }) => is_active);
  const toKeySystem = useKeySystemActions(
    active,
    (sources.data ?? []).filter(({ is_active }) => is_active),
  );
  const uploaded = (sources.data ?? []).filter(({ provider }) => isUploaded(provider));
  const onScreens = useScreenActions(uploaded, plans.data?.rows ?? []);
  const decisions = useDecisions([...(systems.data ?? []), ...(sources.data ?? [])], plans.data?.rows ?? []);
  return { actions: [...decisions, ...toKeySystem, ...onScreens], isPending };
}

/** Starts a task and opens it. */
function useKeySystemActions(systems: readonly Record[], sources: readonly Record[]): PaletteItem[] {
  const navigate = useNavigate();
  const toast = useToast();
  const startSync = useStartSync();
  const readInventory = useReadInventory();
  const item = useItem();
  // The palette is closed by then, and a mutation's callbacks with it.
  const follow = (task: Promise<SyncTask>) =>
    void task.then(
      ({ task_id }) => navigate({ to: '/tasks/$id', params: { id: task_id } }),
      (error: Error) => toast.failure(error.message),
    );
  const preview = (id: string) => follow(startSync.mutateAsync({ target_key_system_connection_id: id, dry_run: true }));
  const read = (id: string) => follow(readInventory.mutateAsync(id));
  const mayPreview = useMay(sync.start);
  const mayRead = useMay(keySystems.readInventory);
  return [
    ...(mayPreview ? systems.map((one) => item('preview', one, () => preview(one.id))) : []),
    ...(mayPreview
      ? sources.map((one) => item('previewOfSource', one, () => follow(previewSyncOfSource(one.id))))
      : []),
    ...(mayRead ? systems.map((one) => item('readInventory', one, () => read(one.id))) : []),
  ];
}

type Changing = Record & { waiting_change_set_id: string | null };

/** Opens what needs a decision: proposed changes of a run, and drafts that are not in force. */
function useDecisions(connections: readonly Changing[], plans: readonly KeyPlan[]): PaletteItem[] {
  const navigate = useNavigate();
  const item = useItem();
  const mayDecide = useMay(changeSets.apply);
  const mayActivate = useMay(planVersions.activate);
  const waiting = connections.flatMap((one) =>
    one.waiting_change_set_id === null ? [] : [{ ...one, set: one.waiting_change_set_id }],
  );
  const drafts = plans.filter(({ pending_changes }) => pending_changes > 0);
  return [
    ...(mayDecide
      ? waiting.map((one) =>
          item('review', one, () => void navigate({ to: '/change-sets/$id', params: { id: one.set } })),
        )
      : []),
    ...(mayActivate
      ? drafts.map((one) =>
          item(
            'activate',
            one,
            () => void navigate({ to: planScreen, params: { id: one.id }, search: { tab: 'impact' } }),
          ),
        )
      : []),
  ];
}

/** Opens the screen on which the rest is done. */
function useScreenActions(sources: readonly Record[], plans: readonly Record[]): PaletteItem[] {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const item = useItem();
  const on = (name: ActionName, records: readonly Record[], placeOf: (id: string) => Place) =>
    records
      .filter(({ id }) => mayOpen(placeOf(id).to))
      .map((one) => item(name, one, () => void navigate(placeOf(one.id))));
  const upload = (id: string): Place => ({ to: '/connect/iam-wizard', search: { connection: id } });
  const rules = (id: string): Place => ({ to: planScreen, params: { id }, search: { dialog: 'rule' } });
  const mayUpload = useMay(iam.uploadStaffList);
  const mayAddRule = useMay(accessRules.create);
  return [...(mayUpload ? on('upload', sources, upload) : []), ...(mayAddRule ? on('addRule', plans, rules) : [])];
}

function useItem() {
  const { t } = useTranslation('palette');
  return (name: ActionName, { id, name: record }: Record, choose: () => void): PaletteItem => ({
    key: `action:${name}:${id}`,
    title: t(`actions.${name}`),
    subtitle: record,
    words: `${record} ${t(`words.${name}`)}`,
    isOfRecord: true,
    choose,
  });
}
