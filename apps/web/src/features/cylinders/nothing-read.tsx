import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { inventoryFacetsQuery } from '#data/key-systems/cylinders';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';

/** Why the list is empty, with the step that fills it. */
export function NothingRead() {
  const { t } = useTranslation('cylinders');
  const { data: facets } = useQuery(inventoryFacetsQuery);
  if (facets?.key_systems.length) {
    const manage = <LinkButton to="/key-systems">{t('none.unreadAction')}</LinkButton>;
    return <Empty title={t('none.unread')} hint={t('none.unreadHint')} action={manage} />;
  }
  const add = <LinkButton to="/add-key-system">{t('none.action')}</LinkButton>;
  return <Empty title={t('none.title')} hint={t('none.hint')} action={add} />;
}
