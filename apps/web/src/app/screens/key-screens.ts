import type { cylinderGroupList, cylinderList, driftList, keyList, workItemList } from '@key2xs/contract';
import { IconArrowsDiff, IconEye, IconKey, IconList, IconListCheck, IconMessage } from '@tabler/icons-react';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { CylindersSearch } from '../../features/cylinders/cylinders-page';
import type { keyDeskSearch } from '../../features/key-desk/key-desk-search';
import { adminsWith, card, everything, screen, searchOf, unbuiltScreen } from './screen';

/** Keys and cylinders, the work list, and access events. */
export const keyScreens = [
  screen({
    path: '/keys/manage',
    opensTo: adminsWith('assign_keys'),
    name: 'KeyDeskPage',
    load: () => import('../../features/key-desk/key-desk-page'),
    texts: ['key-desk', 'connections'],
    search: searchOf<z.input<typeof keyDeskSearch> & ListSearch<typeof keyList>>(),
    offer: {
      group: 'general',
      ...card('assign'),
      Icon: IconKey,
      once: everything,
    },
  }),
  unbuiltScreen({
    path: '/keys/request',
    opensTo: adminsWith('request_keys'),
    unbuilt: 'request',
    offer: {
      group: 'general',
      ...card('request'),
      Icon: IconMessage,
      once: everything,
    },
  }),
  screen({
    path: '/cylinders',
    opensTo: adminsWith('view_cylinders'),
    name: 'CylindersPage',
    load: () => import('../../features/cylinders/cylinders-page'),
    texts: ['cylinders', 'access'],
    search: searchOf<
      CylindersSearch &
        ListSearch<typeof cylinderList> &
        ListSearch<typeof cylinderGroupList> &
        ListSearch<typeof keyList>
    >(),
    offer: {
      group: 'general',
      ...card('cylinders'),
      Icon: IconEye,
      once: everything,
      before: 'records', // what a key system has recorded can be read before there is a plan
    },
    word: 'cylinders',
  }),
  unbuiltScreen({
    path: '/audits/user',
    opensTo: adminsWith('user_audits'),
    unbuilt: 'userAudits',
    offer: {
      group: 'general',
      ...card('audits'),
      Icon: IconList,
      once: everything,
    },
  }),
  screen({
    path: '/work-list',
    opensTo: adminsWith('work_list'),
    name: 'WorkListPage',
    load: () => import('../../features/work-list/work-list-page'),
    texts: ['work-list', 'change-sets'],
    search: searchOf<ListSearch<typeof workItemList>>(),
    offer: { group: 'records', title: 'shell:nav.workList', Icon: IconListCheck },
    word: 'workList',
  }),
  screen({
    path: '/drift',
    opensTo: adminsWith('run_syncs', 'decide_changes'),
    name: 'DriftPage',
    load: () => import('../../features/drift/drift-page'),
    texts: ['drift'],
    search: searchOf<ListSearch<typeof driftList>>(),
    offer: { group: 'records', title: 'shell:nav.drift', Icon: IconArrowsDiff },
  }),
];
