import { type AccessReview, accessReviewList, accessReviews } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { formatDate } from '#lib/format';
import { i18n } from '#lib/i18n';
import { Page } from '#ui/page';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';
import { accessReviewsSearch } from './access-reviews-search';
import { OneReview } from './one-review';
import { ReviewState } from './review-state';

const StartDialog = lazy(async () => {
  const { StartDialog: component } = await import('./start-dialog');
  await i18n.loadNamespaces(['administrators', 'pickers']); // of the pickers of places and departments
  return { default: component };
});

/** Reviews of who can open what; one of them with its rights. */
export function AccessReviewsPage() {
  const [{ review }, patch] = useUrlState(accessReviewsSearch);
  if (review) return <OneReview key={review} id={review} onClose={() => patch({ review: undefined })} />;
  return <Reviews onOpen={(id) => patch({ review: id })} />;
}

function Reviews({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('access-reviews');
  const [isStarting, setIsStarting] = useState(false);
  const start = useMay(accessReviews.start) && <Button onClick={() => setIsStarting(true)}>{t('start')}</Button>;
  return (
    <Page
      title={t('title')}
      about={t('about')}
      actions={
        <>
          <ExportButton list={accessReviewList} />
          {start}
        </>
      }
    >
      <Panel>
        <RecordList
          list={accessReviewList}
          columns={useColumns()}
          words={t('words', { returnObjects: true })}
          empty={<Empty title={t('none.title')} hint={t('none.hint')} />}
          rowLabel={({ name }) => t('open', { name })}
          onOpen={({ id }) => onOpen(id)}
        />
      </Panel>
      {isStarting && (
        <Suspense>
          <StartDialog onClose={() => setIsStarting(false)} onStarted={onOpen} />
        </Suspense>
      )}
    </Page>
  );
}

function useColumns(): RecordColumn<typeof accessReviewList>[] {
  const { t } = useTranslation('access-reviews');
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'name',
      phone: 'title',
      header: header.name,
      cell: ({ name, scope_names }: AccessReview) => (
        <>
          {name}
          {scope_names.length > 0 && <div className="mute">{scope_names.join(', ')}</div>}
        </>
      ),
    },
    {
      key: 'progress',
      phone: 'meta',
      header: header.progress,
      cell: ({ items, undecided }: AccessReview) => t('of', { done: items - undecided, all: items }),
    },
    {
      key: 'removals',
      header: header.removals,
      cell: ({ removed, effective }: AccessReview) => t('of', { done: effective, all: removed }),
    },
    { key: 'due', phone: 'meta', header: header.due, cell: ({ due_at }: AccessReview) => formatDate(due_at) },
    {
      key: 'state',
      phone: 'aside',
      header: header.state,
      cell: (review: AccessReview) => <ReviewState review={review} />,
    },
  ];
}
