import { isUploaded } from '@key2xs/contract';
import { SimpleGrid, Stack } from '@mantine/core';
import { TimetablePanel } from '#components/timetable/timetable-panel';
import { Panel } from '#ui/panel';
import { PeopleCounts } from '../people/people-counts';
import type { SourceTabProps } from '../source-tab-props';
import { ConnectionCheck } from './connection-check';
import { HealthPanel } from './health-panel';
import { SourceState } from './source-state';
import { WebhookPanel } from './webhook-panel';

/** The state of a source, its people by state, and how it is read. */
export function OverviewTab({ source }: SourceTabProps) {
  const isCalled = !isUploaded(source.provider);
  return (
    <>
      <SourceState source={source} />
      <PeopleCounts sourceId={source.id} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Stack gap="md">
          <HealthPanel sourceId={source.id} />
          {isCalled && <WebhookPanel sourceId={source.id} />}
        </Stack>
        {isCalled && (
          <Stack gap="md">
            <Panel padded>
              <TimetablePanel of={{ is: 'source', id: source.id }} isErrorShown />
            </Panel>
            <ConnectionCheck sourceId={source.id} />
          </Stack>
        )}
      </SimpleGrid>
    </>
  );
}
