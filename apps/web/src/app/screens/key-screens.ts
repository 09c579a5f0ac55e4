import type {
  capacityList,
  checkedKeyList,
  cylinderGroupList,
  cylinderList,
  driftList,
  exposedRightList,
  keyCaseDoorList,
  keyCaseList,
  keyCountList,
  keyList,
  keyRequestList,
  programmingList,
  workItemList,
} from '@key2xs/contract';
import {
  IconArrowsDiff,
  IconEye,
  IconKey,
  IconKeyOff,
  IconList,
  IconListCheck,
  IconLockOpen,
  IconMessage,
  IconTools,
} from '@tabler/icons-react';
import type { z } from 'zod';
import type { eventsSearch } from '#components/access-events/events-search';
import type { ListSearch } from '#components/records/list-state';
import type { CylindersSearch } from '../../features/cylinders/cylinders-page';
import type { stockTakingSearch } from '../../features/key-desk/counts/stock-taking-search';
import type { keyDeskSearch } from '../../features/key-desk/key-desk-search';
import type { keyRequestsSearch } from '../../features/key-requests/key-requests-search';
import type { possessionChecksSearch } from '../../features/possession-checks/possession-checks-search';
import type { ProgrammingSearch } from '../../features/programming/programming-page';
import { adminsWith, card, everything, screen, searchOf } from './screen';

/** Keys and cylinders, the work list, and access events. */
export const keyScreens = [
  screen({
    path: '/keys/manage',
    opensTo: adminsWith('assign_keys'),
    name: 'KeyDeskPage',
    load: () => import('../../features/key-desk/key-desk-page'),
    texts: ['key-desk', 'key-exposure', 'connections', 'key-times', 'programming', 'week'],
    search: searchOf<z.input<typeof keyDeskSearch> & ListSearch<typeof keyList>>(),
    offer: {
      group: 'general',
      ...card('assign'),
      Icon: IconKey,
      once: everything,
    },
  }),
  screen({
    path: '/keys/exposure',
    opensTo: adminsWith('view_cylinders', 'assign_keys'),
    name: 'KeyExposurePage',
    load: () => import('../../features/key-exposure/key-exposure-page'),
    texts: ['key-exposure'],
    search: searchOf<ListSearch<typeof exposedRightList>>(),
    offer: { group: 'records', title: 'shell:nav.exposure', Icon: IconLockOpen, once: ['isConnectedToKeySystem'] },
  }),
  screen({
    path: '/keys/possession-checks',
    opensTo: adminsWith('assign_keys'),
    name: 'PossessionChecksPage',
    load: () => import('../../features/possession-checks/possession-checks-page'),
    texts: ['possession-checks', 'administrators', 'pickers'],
    search: searchOf<z.input<typeof possessionChecksSearch> & ListSearch<typeof checkedKeyList>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/keys/stock-taking',
    opensTo: adminsWith('assign_keys'),
    name: 'StockTakingPage',
    load: () => import('../../features/key-desk/counts/stock-taking-page'),
    texts: ['key-desk', 'connections'],
    search: searchOf<z.input<typeof stockTakingSearch> & ListSearch<typeof keyCountList>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/keys/request',
    opensTo: adminsWith('request_keys', 'assign_keys'),
    name: 'KeyRequestsPage',
    load: () => import('../../features/key-requests/key-requests-page'),
    texts: ['key-requests', 'connections'],
    search: searchOf<z.input<typeof keyRequestsSearch> & ListSearch<typeof keyRequestList>>(),
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
    texts: ['cylinders', 'access', 'programming', 'connections'],
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
  screen({
    path: '/cylinders/jobs',
    opensTo: adminsWith('view_cylinders'),
    name: 'ProgrammingPage',
    load: () => import('../../features/programming/programming-page'),
    texts: ['programming'],
    search: searchOf<ProgrammingSearch & ListSearch<typeof programmingList> & ListSearch<typeof capacityList>>(),
    offer: { group: 'records', title: 'shell:nav.programming', Icon: IconTools },
  }),
  screen({
    path: '/audits/user',
    opensTo: adminsWith('user_audits'),
    name: 'UserAuditsPage',
    load: () => import('../../features/user-audits/user-audits-page'),
    texts: ['access-events'],
    search: searchOf<z.input<typeof eventsSearch>>(),
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
  screen({
    path: '/keys/cases',
    opensTo: adminsWith('assign_keys'),
    name: 'KeyCasesPage',
    load: () => import('../../features/key-cases/key-cases-page'),
    texts: ['key-cases'],
    search: searchOf<ListSearch<typeof keyCaseList>>(),
    offer: { group: 'records', title: 'shell:nav.keyCases', Icon: IconKeyOff, once: ['isConnectedToKeySystem'] },
  }),
  screen({
    path: '/keys/cases/$id',
    opensTo: adminsWith('assign_keys'),
    name: 'KeyCasePage',
    load: () => import('../../features/key-cases/key-case-page'),
    texts: ['key-cases', 'connections'],
    search: searchOf<ListSearch<typeof keyCaseDoorList>>(),
    offer: 'nowhere',
  }),
];
