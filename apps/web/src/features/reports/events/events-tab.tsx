import { accessEvents } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { EventsExplorer } from '#components/access-events/events-explorer';
import { MayCall } from '#components/may-call';
import { EventSettings } from './event-settings';
import { LooksPanel } from './looks-panel';

/** Access events, who has looked at them with names, and how long they are kept. */
export function EventsTab() {
  return (
    <Stack gap="md">
      <MayCall of={[accessEvents.open]}>
        <EventsExplorer />
      </MayCall>
      <LooksPanel />
      <MayCall of={[accessEvents.settings]}>
        <EventSettings />
      </MayCall>
    </Stack>
  );
}
