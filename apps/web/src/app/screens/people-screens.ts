import type { accessComparison, changeList, changeSetList, peopleList, peopleLists } from '@key2xs/contract';
import { IconArrowsDiff, IconUsersGroup } from '@tabler/icons-react';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { whoSearch } from '../../features/access/who-search';
import type { personSearch } from '../../features/people/person/person-search';
import { adminsWith, screen, searchOf } from './screen';

/** People and changes to them. */
export const peopleScreens = [
  screen({
    path: '/people',
    opensTo: adminsWith('view_people'),
    name: 'PeoplePage',
    load: () => import('../../features/people/people-page'),
    texts: ['people'],
    search: searchOf<ListSearch<typeof peopleList>>(),
    offer: { group: 'records', title: 'shell:nav.people', Icon: IconUsersGroup },
    word: 'people',
  }),
  screen({
    path: '/people/compare',
    opensTo: adminsWith('view_people'),
    name: 'ComparePage',
    load: () => import('../../features/people/compare/compare-page'),
    texts: ['access'],
    search: searchOf<ListSearch<typeof accessComparison>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/people/$id',
    opensTo: adminsWith('view_people'),
    name: 'PersonPage',
    load: () => import('../../features/people/person/person-page'),
    texts: ['people', 'access', 'connections'],
    search: searchOf<z.input<typeof personSearch>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/access/who',
    opensTo: adminsWith('view_people'),
    name: 'WhoPage',
    load: () => import('../../features/access/who-page'),
    texts: ['access'],
    search: searchOf<z.input<typeof whoSearch> & ListSearch<(typeof peopleLists)['cylinder']>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/change-sets',
    opensTo: adminsWith('run_syncs'),
    name: 'ChangeSetsPage',
    load: () => import('../../features/change-sets/change-sets-page'),
    texts: ['change-sets'],
    search: searchOf<ListSearch<typeof changeSetList>>(),
    offer: { group: 'records', title: 'shell:nav.changeSets', Icon: IconArrowsDiff },
    word: 'changes',
  }),
  screen({
    path: '/change-sets/$id',
    opensTo: adminsWith('run_syncs'),
    name: 'ChangeSetPage',
    load: () => import('../../features/change-sets/change-set-page'),
    texts: ['change-sets', 'connections'],
    search: searchOf<ListSearch<typeof changeList>>(),
    offer: 'nowhere',
  }),
];
