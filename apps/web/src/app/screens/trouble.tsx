import { Button } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChunkError } from '#lib/chunk';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure } from '#ui/page-states';

/** In place of a screen that failed. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('entry');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  if (error instanceof ChunkError) {
    const title = t('errors.chunk', { chunk: error.chunk, type: error.type });
    const reload = <Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>;
    return (
      <Page title={t('errors.pageFailed')}>
        <Empty title={title} hint={t('errors.chunkHint')} action={reload} />
      </Page>
    );
  }
  return (
    <Page title={t('errors.pageFailed')}>
      <Failure error={error instanceof Error ? error : new Error(String(error))} onRetry={retry} />
    </Page>
  );
}

/** The same where there is no frame around it that would say what is the page's main part. */
export function BareTrouble(props: ErrorComponentProps) {
  return (
    <main>
      <Trouble {...props} />
    </main>
  );
}

/** Signed in, but not for this screen. */
export function Forbidden() {
  const { t } = useTranslation('entry');
  return (
    <Page title={t('errors.forbidden')}>
      <Empty title={t('errors.forbiddenTitle')} hint={t('errors.forbiddenHint')} action={<HomeLink />} />
    </Page>
  );
}

export function NotFound() {
  const { t } = useTranslation('entry');
  return (
    <Page title={t('errors.notFound')}>
      <Empty title={t('errors.notFoundTitle')} hint={t('errors.notFoundHint')} action={<HomeLink />} />
    </Page>
  );
}

function HomeLink() {
  const { t } = useTranslation('entry');
  return (
    <LinkButton to="/dashboards/start" variant="default">
      {t('errors.home')}
    </LinkButton>
  );
}
