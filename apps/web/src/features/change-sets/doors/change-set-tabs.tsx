import type { ChangeSet } from '@key2xs/contract';
import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { TabList } from '#ui/tab-list';
import { ChangesPanel } from '../items/changes-panel';
import { type Tab, tabCounts, useTab, writesOf } from './change-set-tab';
import { DoorsTab } from './doors-tab';
import { KeysTab } from './keys-tab';
import { PeopleTab } from './people-tab';

/** The same changes as people, as doors, as keys, and as writes. */
export function ChangeSetTabs({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const navigate = useNavigate();
  const current = useTab(changeSet);
  const counts = tabCounts(changeSet);
  const { written, byHand, adopted } = writesOf(changeSet);
  const isByHand = written === 0 && byHand > 0;
  const nameOf = (name: Tab) =>
    name === 'writes' && isByHand
      ? t('doors.tabs.byHand')
      : name === 'writes' && adopted > 0
        ? t('doors.tabs.adopted')
        : t(`doors.tabs.${name}.${changeSet.kind}`);
  // Another list has its own filters, order and details.
  const go = (next: string | null) => next && void navigate({ to: '.', search: { tab: next } as never, replace: true }); // Used on any screen, so the router cannot type it.
  return (
    <Tabs value={current} onChange={go}>
      <TabList aria-label={t('doors.tabs.label')} mb="md">
        {Object.entries(counts).map(([name, count]) => (
          <Tabs.Tab key={name} value={name}>
            {nameOf(name as Tab)} {formatNumber(count)}
          </Tabs.Tab>
        ))}
      </TabList>
      <Tabs.Panel value={current}>
        {current === 'people' && <PeopleTab changeSet={changeSet} />}
        {current === 'doors' && <DoorsTab changeSet={changeSet} />}
        {current === 'keys' && <KeysTab changeSet={changeSet} />}
        {current === 'writes' && <ChangesPanel changeSet={changeSet} />}
      </Tabs.Panel>
    </Tabs>
  );
}
