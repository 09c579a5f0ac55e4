import type { KeyPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { keyPlanSearch, keyPlanTabs } from '../key-plan-search';

type Props = { plan: Pick<KeyPlan, 'id'>; from: number; to: number };

const tabs: readonly string[] = keyPlanTabs;

/** Two versions in the matrix, the older first: gained and lost where they are. */
export function MatrixLink({ plan: { id }, from, to }: Props) {
  const { t } = useTranslation('plan-versions');
  if (!tabs.includes('matrix')) return null;
  return (
    <LinkButton
      to="/keys/key-plans/$id"
      params={{ id }}
      search={keyPlanSearch.parse({ tab: 'matrix', from: String(from), to: String(to) })}
      resetScroll={false}
      variant="default"
    >
      {t('history.inMatrix')}
    </LinkButton>
  );
}
