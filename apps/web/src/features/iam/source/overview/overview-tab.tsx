import { isUploaded } from '@key2xs/contract';
import { SimpleGrid, Stack } from '@mantine/core';
import { TimetablePanel } from '#components/timetable/timetable-panel';
import { Panel } from '#ui/panel';
import { PeopleCounts } from '../people/people-counts';
import type { SourceTabProps } from '../source-tab-props';
import { Doctor } from './doctor';
import { HealthPanel } from './health-panel';
import { HowItStands } from './how-it-stands';
import { WebhookPanel } from './webhook-panel';

/** How a source stands in a sentence, its people by state, and what reads it. */
export function OverviewTab({ source }: SourceTabProps) {
  const isCalled = !isUploaded(source.provider);
  return (
    <>
      <HowItStands source={source} />
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
            <Doctor sourceId={source.id} />
          </Stack>
        )}
      </SimpleGrid>
    </>
  );
}
