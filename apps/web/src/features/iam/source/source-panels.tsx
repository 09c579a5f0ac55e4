import { Tabs } from '@mantine/core';
import { type ComponentType, lazy, Suspense } from 'react';
import { loadChunk } from '#lib/chunk';
import { Loading } from '#ui/page-states';
import { type SourceTab, sourceTabs } from '../source-search';
import type { SourceTabProps } from './source-tab-props';

const tabOf = (name: string, load: () => Promise<ComponentType<SourceTabProps>>) =>
  lazy(async () => ({ default: await loadChunk(name, load) }));

/** Each panel is loaded when it is first shown. */
const panels: Record<SourceTab, ComponentType<SourceTabProps>> = {
  overview: tabOf('OverviewTab', async () => (await import('./overview/overview-tab')).OverviewTab),
  people: tabOf('PeopleTab', async () => (await import('./people/people-tab')).PeopleTab),
  values: tabOf('ValuesTab', async () => (await import('./values/values-tab')).ValuesTab),
  mapping: tabOf('MappingTab', async () => (await import('./mapping/mapping-tab')).MappingTab),
  runs: tabOf('RunsTab', async () => (await import('./runs/runs-tab')).RunsTab),
  conflicts: tabOf('ConflictsTab', async () => (await import('./conflicts/conflicts-tab')).ConflictsTab),
  credentials: tabOf('CredentialsTab', async () => (await import('./credentials/credentials-tab')).CredentialsTab),
  events: tabOf('EventsTab', async () => (await import('./events/events-tab')).EventsTab),
  metrics: tabOf('MetricsTab', async () => (await import('./metrics/metrics-tab')).MetricsTab),
};

export function SourcePanels({ source }: SourceTabProps) {
  return sourceTabs.map((name) => {
    const Shown = panels[name];
    return (
      <Tabs.Panel key={name} value={name}>
        <Suspense fallback={<Loading />}>
          <Shown source={source} />
        </Suspense>
      </Tabs.Panel>
    );
  });
}
