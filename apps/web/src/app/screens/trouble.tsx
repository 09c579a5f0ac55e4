import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, isHeldUp } from '#lib/calls/api-error';
import { pauseBeforeRetry } from '#lib/calls/retry';
import { ChunkError } from '#lib/chunk';
import { LinkButton } from '#ui/link-button';
import { Page } from '#ui/page';
import { Empty, Failure, Loading } from '#ui/page-states';
import { MissingChunk } from './missing-chunk';

/** Shown instead of a screen that failed. */
export function Trouble({ error, reset }: ErrorComponentProps) {
  const { t } = useTranslation('entry');
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  useEffect(() => {
    if (!isHeldUp(error)) return;
    const timer = setTimeout(retry, pauseBeforeRetry(0, error));
    return () => clearTimeout(timer);
  });
  if (error instanceof ChunkError) {
    return (
      <Page title={t('errors.pageFailed')}>
        <MissingChunk error={error} />
      </Page>
    );
  }
  if (isHeldUp(error)) {
    return (
      <Page title={t('errors.heldUp')}>
        <Loading label={`${error.detail} ${t('errors.trying')}`} />
      </Page>
    );
  }
  return (
    <Page title={t('errors.pageFailed')}>
      {/* An internal error message does not help the reader; React has logged it. */}
      <Failure error={error instanceof ApiError ? error : { message: t('errors.broken') }} onRetry={retry} />
    </Page>
  );
}

/** The same outside the frame, so it brings its own `main`. */
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

/** Instead of a screen that serves changes alone, in a view of another administrator. */
export function ClosedToViews() {
  const { t } = useTranslation('entry');
  return (
    <Page title={t('errors.view')}>
      <Empty title={t('errors.viewTitle')} hint={t('errors.viewHint')} action={<HomeLink />} />
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
