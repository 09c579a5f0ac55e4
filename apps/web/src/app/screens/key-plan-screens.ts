import type { generatorRunList, keyPlanList, suggestionList } from '@key2xs/contract';
import { IconListCheck, IconSparkles, IconTable } from '@tabler/icons-react';
import type { z } from 'zod';
import type { ListSearch } from '#components/records/list-state';
import type { generatorSearch } from '../../features/generator/generator-search';
import type { keyPlanSearch } from '../../features/key-plans/key-plan-search';
import type { keyPlansSearch } from '../../features/key-plans/key-plans-search';
import type { planWizardSearch } from '../../features/plan-wizard/plan-wizard-search';
import { adminsWith, card, screen, searchOf } from './screen';

/** Who may open what, and when. */
export const keyPlanScreens = [
  screen({
    path: '/keys/key-plans',
    opensTo: adminsWith('view_plans'),
    name: 'KeyPlansPage',
    load: () => import('../../features/key-plans/key-plans-page'),
    texts: ['key-plans', 'connections'],
    search: searchOf<z.input<typeof keyPlansSearch> & ListSearch<typeof keyPlanList>>(),
    offer: {
      group: 'superAdmin',
      ...card('keyPlans'),
      untilPlan: card('createKeyPlan'),
      Icon: IconTable,
      once: ['isConnectedToIam'],
    },
    word: 'plans',
  }),
  screen({
    path: '/keys/key-plans/$id',
    opensTo: adminsWith('view_plans'),
    name: 'KeyPlanPage',
    load: () => import('../../features/key-plans/key-plan-page'),
    texts: ['key-plans', 'connections', 'drift'],
    search: searchOf<z.input<typeof keyPlanSearch>>(),
    offer: 'nowhere',
  }),
  screen({
    path: '/keyplan/wizard',
    isForChanges: true,
    opensTo: adminsWith('edit_plans'),
    name: 'PlanWizardPage',
    load: () => import('../../features/plan-wizard/plan-wizard-page'),
    texts: ['plan-wizard', 'pickers', 'plan-check', 'plan-versions', 'week'],
    search: searchOf<z.input<typeof planWizardSearch>>(),
    offer: { group: 'records', title: 'shell:nav.planWizard', Icon: IconListCheck, once: ['isConnectedToIam'] },
  }),
  screen({
    path: '/keyplan-ai/create',
    opensTo: adminsWith('edit_plans'),
    name: 'GeneratorPage',
    load: () => import('../../features/generator/generator-page'),
    texts: ['administrators', 'generator', 'pickers'],
    search: searchOf<
      z.input<typeof generatorSearch> & ListSearch<typeof generatorRunList> & ListSearch<typeof suggestionList>
    >(),
    offer: {
      group: 'superAdmin',
      ...card('generator'),
      Icon: IconSparkles,
      once: ['isConnectedToIam'],
      isFeatured: true,
    },
  }),
];
