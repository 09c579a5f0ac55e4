import type { KeyPlan } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { DriftNotice } from '#components/drift-notice';
import { StandingNotice } from '#components/standing/standing-notice';
import { useLivePlan } from '#data/plans/key-plans';
import { loadChunk } from '#lib/chunk';
import { formatDate } from '#lib/format';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { TabList } from '#ui/tab-list';
import { useUrlState } from '#ui/table/url-state';
import { useViewportWidth } from '#ui/viewport-width';
import { EditingProvider } from './drafts/editing';
import { keyPlanSearch, keyPlanTabs } from './key-plan-search';
import { PlanActions } from './plan-actions';
import { PlanState } from './plan-state';

const loadMatrix = () => loadChunk('MatrixTab', () => import('./matrix/matrix-tab'));
const loadRules = () => loadChunk('RulesTab', () => import('./rules/rules-tab'));
const loadProfiles = () => loadChunk('ProfilesTab', () => import('./profiles/profiles-tab'));
const loadConnections = () => loadChunk('ConnectionsTab', () => import('./links/connections-tab'));
const loadCheck = () => loadChunk('CheckTab', () => import('./check/check-tab'));
const loadImpact = () => loadChunk('ImpactTab', () => import('./impact/impact-tab'));
const loadHistory = () => loadChunk('HistoryTab', () => import('./history/history-tab'));
const loadStatistics = () => loadChunk('StatisticsTab', () => import('./statistics/statistics-tab'));
const loadBar = () => loadChunk('DraftBar', () => import('./drafts/draft-bar'));
const MatrixTab = lazy(async () => ({ default: (await loadMatrix()).MatrixTab }));
const RulesTab = lazy(async () => ({ default: (await loadRules()).RulesTab }));
const ProfilesTab = lazy(async () => ({ default: (await loadProfiles()).ProfilesTab }));
const ConnectionsTab = lazy(async () => ({ default: (await loadConnections()).ConnectionsTab }));
const CheckTab = lazy(async () => ({ default: (await loadCheck()).CheckTab }));
const ImpactTab = lazy(async () => ({ default: (await loadImpact()).ImpactTab }));
const HistoryTab = lazy(async () => ({ default: (await loadHistory()).HistoryTab }));
const StatisticsTab = lazy(async () => ({ default: (await loadStatistics()).StatisticsTab }));
const DraftBar = lazy(async () => ({ default: (await loadBar()).DraftBar }));

/** Below, the matrix is too small to begin with. */
const phonePx = 700;

/** One key plan: its matrix, its rules and profiles, its links, what is wrong with it, what waits and what was in force before. */
export function KeyPlanPage() {
  const { t } = useTranslation('key-plans');
  const { id = '' } = useParams({ strict: false });
  const { data: plan, error, refetch } = useLivePlan(id);
  if (plan)
    return (
      <EditingProvider plan={plan}>
        <Plan plan={plan} />
      </EditingProvider>
    );
  return (
    <Page title={t('list.title')} back={{ to: '/keys/key-plans', label: t('plan.back') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('plan.loading')} />}
    </Page>
  );
}

function Plan({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const isPhone = useViewportWidth() < phonePx;
  const [{ dialog, tab }] = useUrlState(keyPlanSearch);
  const { hash } = useLocation();
  const isOfRule = dialog !== undefined || hash.startsWith('rule-');
  const shown = tab ?? (isPhone || isOfRule ? 'rules' : 'matrix');
  const navigate = useNavigate();
  // What another tab keeps in the address means nothing in the chosen one.
  const choose = (chosen: string | null) =>
    void navigate({
      to: '/keys/key-plans/$id',
      params: { id: plan.id },
      search: keyPlanSearch.parse({ tab: chosen ?? undefined }),
      replace: true,
      resetScroll: false,
    });
  const tabs = (
    <TabList aria-label={t('plan.tabs.label')}>
      {keyPlanTabs.map((name) => (
        <Tabs.Tab key={name} value={name}>
          {t(`plan.tabs.${name}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  return (
    <Tabs value={shown} onChange={choose} keepMounted={false}>
      <Page
        title={plan.name}
        subtitle={<Subtitle plan={plan} />}
        back={{ to: '/keys/key-plans', label: t('plan.back') }}
        actions={<PlanActions plan={plan} />}
        tabs={tabs}
      >
        <Suspense>{plan.pending_changes > 0 && <DraftBar plan={plan} />}</Suspense>
        {plan.second_person_removal && <RemovalNotice request={plan.second_person_removal} />}
        {!plan.is_active && plan.pending_changes === 0 && (
          <Notice tone="grey" title={t('plan.draft.title')}>
            {t('plan.draft.text')}
          </Notice>
        )}
        {plan.is_active && <StandingNotice systems={plan.key_system_connections} />}
        <DriftNotice of={{ keyplan_id: plan.id }} />
        <Suspense fallback={<Loading />}>
          <Tabs.Panel value="matrix">
            <MatrixTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="rules">
            <RulesTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="profiles">
            <ProfilesTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="connections">
            <ConnectionsTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="check">
            <CheckTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="impact">
            <ImpactTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="history">
            <HistoryTab plan={plan} />
          </Tabs.Panel>
          <Tabs.Panel value="statistics">
            <StatisticsTab plan={plan} />
          </Tabs.Panel>
        </Suspense>
      </Page>
    </Tabs>
  );
}

function RemovalNotice({ request }: { request: NonNullable<KeyPlan['second_person_removal']> }) {
  const { t } = useTranslation('key-plans');
  return (
    <Notice tone="amber" title={t('plan.removal.title', { name: request.requested_by })}>
      {t('plan.removal.body', { date: formatDate(request.requested_at) })}
    </Notice>
  );
}

function Subtitle({ plan }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const { is_active, description, time_zone, takes_effect, needs_second_person, schedule_policy } = plan;
  const facts = [
    t('plan.zone', { zone: time_zone }),
    t(`plan.takesEffect.${takes_effect}`),
    ...(needs_second_person ? [t('plan.secondPerson')] : []),
    t(`plan.schedulePolicy.${schedule_policy}`),
  ];
  return (
    <>
      <PlanState isActive={is_active} /> {description} · {facts.join(' · ')}
    </>
  );
}
