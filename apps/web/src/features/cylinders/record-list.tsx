import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { keySystemsQuery } from '#data/key-systems';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { useToast } from '#ui/toast';
import { useUrlState } from '#ui/url-state';
import { cylindersSearch, isFiltered, noFilter } from './cylinders-search';

/** Rows of one page of each list. */
export const pageRows = 50;

/** An empty list and the one step that would fill it. */
export function NothingListed() {
  const { t } = useTranslation('cylinders');
  const [state, setState] = useUrlState(cylindersSearch);
  const { data: systems = [] } = useQuery(keySystemsQuery);
  if (isFiltered(state)) {
    const clear = (
      <Button variant="default" onClick={() => setState(noFilter)}>
        {t('clear')}
      </Button>
    );
    return <Empty title={t('noMatch.title')} hint={t('noMatch.hint')} action={clear} />;
  }
  if (systems.length > 0) {
    const manage = <LinkButton to="/key-systems">{t('none.unreadAction')}</LinkButton>;
    return <Empty title={t('none.unread')} hint={t('none.unreadHint')} action={manage} />;
  }
  const add = <LinkButton to="/add-key-system">{t('none.action')}</LinkButton>;
  return <Empty title={t('none.title')} hint={t('none.hint')} action={add} />;
}

/** Hands what is filtered to the browser as a file. */
export function ExportButton<Filter>({
  save,
  filter,
}: {
  save: Pick<UseMutationResult<void, Error, Filter>, 'mutate' | 'isPending'>;
  filter: Filter;
}) {
  const { t } = useTranslation('cylinders');
  const toast = useToast();
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate(filter, { onError: () => toast.failure(t('exportFailed')) })}
    >
      {t('export')}
    </Button>
  );
}
