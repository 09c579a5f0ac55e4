import { ChangeSetState, changeSetList } from '@key2xs/contract';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useStateWords } from '#components/change-set-state-tag';
import { RecordPage } from '#components/records/record-page';
import { isMoving } from '#data/tasks/change-sets';
import { LinkButton } from '#ui/link-button';
import { Empty } from '#ui/page-states';
import { useChangeSetColumns } from './change-set-columns';

export function ChangeSetsPage() {
  const { t } = useTranslation('change-sets');
  const navigate = useNavigate();
  const stateOf = useStateWords();
  const states = ChangeSetState.options.map((value) => ({ value, label: t(`states.${value}`) }));
  const begin = <LinkButton to="/connect/iam-wizard">{t('list.noneAction')}</LinkButton>;
  return (
    <RecordPage
      list={changeSetList}
      columns={useChangeSetColumns()}
      filters={[{ name: 'state', label: t('word.state'), options: states }]}
      words={t('list.words', { returnObjects: true })}
      empty={<Empty title={t('list.none')} hint={t('list.noneHint')} action={begin} />}
      onOpen={({ id }) => void navigate({ to: '/change-sets/$id', params: { id } })}
      rowLabel={(changeSet) => t('list.open', { title: changeSet.title, state: stateOf(changeSet) })}
      isMoving={({ rows }) => rows.some(isMoving)}
    />
  );
}
