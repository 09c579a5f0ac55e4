import {
  type cylinderGroupList,
  type cylinderList,
  cylinders,
  drift,
  type driftList,
  type keyList,
  keys,
  roles,
  type workItemList,
  workList,
} from '@key2xs/contract';
import { IconArrowsDiff, IconEye, IconKey, IconList, IconListCheck, IconMessage } from '@tabler/icons-react';
import type { ListSearch } from '#components/records/list-state';
import type { CylindersSearch } from '../../features/cylinders/cylinders-page';
import { card, everything, screen, searchOf, unbuiltScreen } from './screen';

/** Keys and cylinders, the work list, and events at the doors. */
export const keyScreens = [
  unbuiltScreen({
    path: '/keys/manage',
    opensTo: [{ allow: roles, needs: 'assign_keys' }],
    unbuilt: 'assign',
    offer: {
      group: 'general',
      ...card('assign'),
      Icon: IconKey,
      once: everything,
    },
  }),
  unbuiltScreen({
    path: '/keys/request',
    opensTo: [{ allow: roles, needs: 'request_keys' }],
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
    opensTo: [cylinders.list, cylinders.groups, cylinders.facets, keys.list],
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
    },
    word: 'cylinders',
  }),
  unbuiltScreen({
    path: '/audits/user',
    opensTo: [{ allow: roles, needs: 'user_audits' }],
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
    opensTo: [workList.list],
    name: 'WorkListPage',
    load: () => import('../../features/work-list/work-list-page'),
    texts: ['work-list', 'change-sets'],
    search: searchOf<ListSearch<typeof workItemList>>(),
    offer: { group: 'records', title: 'shell:nav.workList', Icon: IconListCheck },
    word: 'workList',
  }),
  screen({
    path: '/drift',
    opensTo: [drift.list],
    name: 'DriftPage',
    load: () => import('../../features/drift/drift-page'),
    texts: ['drift'],
    search: searchOf<ListSearch<typeof driftList>>(),
    offer: { group: 'records', title: 'shell:nav.drift', Icon: IconArrowsDiff },
  }),
];
