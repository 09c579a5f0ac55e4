import type { KeySystemConnection } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';

/** Links to the inventory and to the open work. */
export function InventoryLinks({ connection: { id, open_work_items } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  return (
    <div className="actions">
      <LinkButton to="/cylinders" variant="default">
        {t('inventory.links.cylinders')}
      </LinkButton>
      <LinkButton to="/key-systems/$id/locking-plan" params={{ id }} variant="default">
        {t('word.lockingPlan')}
      </LinkButton>
      <LinkButton to="/work-list" search={{ connection_id: id }} variant="default">
        {t('inventory.links.workList', { count: open_work_items })}
      </LinkButton>
    </div>
  );
}
