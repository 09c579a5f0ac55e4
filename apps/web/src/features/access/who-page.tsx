import { isOfValues, type WhoMayOpen } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddRule } from '#components/access/add-rule';
import { AsOfRights } from '#components/access/as-of/as-of-rights';
import { CanOpen } from '#components/access/can-open';
import { MomentPicker, useTense } from '#components/access/moment-picker';
import { countWords } from '#components/access/who-words';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import { RecordList } from '#components/records/record-list';
import { peopleListOf, type WhoQuestion, whoQuery } from '#data/people/access';
import { formatInstant } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { RefusedPeople } from './refused-people';
import { useWhoColumns } from './who-columns';
import { useWhoFilters } from './who-filters';
import { whoSearch } from './who-search';

const maxOpeners = 50;

/** Everyone who may open what the URL names, and those who are still recorded for it. */
export function WhoPage() {
  const { t } = useTranslation('access');
  const [{ of, id }] = useUrlState(whoSearch);
  if (of && id) return <WhoMayOpenPage question={{ of, id }} />;
  const cylinders = <LinkButton to="/cylinders">{t('unknownAction')}</LinkButton>;
  return (
    <Page title={t('ask')}>
      <Panel>
        <Empty title={t('unknown')} hint={t('unknownHint')} action={cylinders} />
      </Panel>
    </Page>
  );
}

function WhoMayOpenPage({ question }: { question: WhoQuestion }) {
  const { t } = useTranslation('access');
  const { list, params } = peopleListOf(question);
  const [{ at, layer, search }] = useListFilter(list);
  const { data: who, error, refetch } = useQuery(whoQuery(question, at));
  const isRecordedOnly = layer === 'recorded_only';
  const columns = useWhoColumns(question, { isRecordedOnly, at: who?.at ?? at ?? '' });
  const filters = useWhoFilters(question);
  const name = who?.name ?? '';
  const isPast = useTense() === 'past';
  const title = isOfValues(question.of)
    ? t(`${isPast ? 'titleOfThen' : 'titleOf'}.${question.of}`, { name: question.id })
    : who
      ? t(isPast ? 'titleThen' : 'title', { name })
      : t(isPast ? 'askThen' : 'ask');
  const actions = (
    <>
      {!isPast && question.of === 'department' && <AddRule of={{ department: question.id }} name={question.id} />}
      {!isPast && question.of === 'job_title' && <AddRule of={{ job_title: question.id }} name={question.id} />}
      {!isPast && question.of === 'group' && who && <AddRule of={{ group_id: question.id }} name={name} />}
      <ExportButton list={list} params={params} />
    </>
  );
  return (
    <Page title={title} subtitle={who && <CountSentence who={who} />} actions={actions}>
      <MomentPicker />
      {who && <StillRecorded question={question} who={who} isShown={isRecordedOnly} />}
      <Panel>
        {error && !who && <Failure error={error} onRetry={refetch} />}
        {!error && !who && <Loading label={t('loading')} />}
        {who && (
          <RecordList
            list={list}
            params={params}
            columns={columns}
            filters={filters}
            words={t('words', { returnObjects: true })}
            empty={
              <Empty
                title={t(isPast ? 'noAccessThen' : 'noAccess')}
                hint={t(isPast ? 'noAccessHintThen' : 'noAccessHint')}
              />
            }
          />
        )}
        {who && question.of === 'cylinder' && search?.trim() && !isRecordedOnly && (
          <RefusedPeople who={who} search={search.trim()} at={at} />
        )}
      </Panel>
      {who && isPast && (question.of === 'cylinder' || question.of === 'location') && (
        <AsOfRights of={question.of} id={question.id} at={at} />
      )}
      <CanOpen question={question} shown={maxOpeners} />
    </Page>
  );
}

function CountSentence({ who }: { who: WhoMayOpen }) {
  const { t } = useTranslation('access');
  return (
    <>
      {who.people === 0 ? t(who.as_of === 'past' ? 'noAccessThen' : 'noAccess') : countWords(who, t)}.{' '}
      {who.as_of === 'past' && t('past', { at: formatInstant(who.at) })}
    </>
  );
}

type Recorded = { question: WhoQuestion; who: WhoMayOpen; isShown: boolean };

function StillRecorded({ question, who: { recorded_only: count }, isShown }: Recorded) {
  const { t } = useTranslation('access');
  if (!count) return null;
  const look = (
    <LinkButton
      to="/access/who"
      search={isShown ? question : { ...question, layer: 'recorded_only' }}
      variant="default"
    >
      {isShown ? t('showAllowed') : t('showRecorded', { count })}
    </LinkButton>
  );
  return (
    <Notice tone="amber" title={`${t('stillRecorded', { count })}.`} actions={look}>
      {t('stillRecordedText')}
    </Notice>
  );
}
