import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChunkError } from '#lib/chunk';
import { Empty, Failure } from '#ui/page-states';

/** Shown instead of a part of the application that failed to load. */
export function MissingChunk({ error }: { error: ChunkError }) {
  const { t } = useTranslation('entry');
  const title = t('errors.chunk', { chunk: error.chunk, type: error.type });
  const reload = <Button onClick={() => window.location.reload()}>{t('errors.reload')}</Button>;
  return <Empty title={title} hint={t('errors.chunkHint')} action={reload} />;
}

/** Shown when the application itself failed to load. */
export function BrokenStart({ error }: { error: unknown }) {
  const { t } = useTranslation('entry');
  if (error instanceof ChunkError) {
    return (
      <main className="page">
        <h1>{t('errors.pageFailed')}</h1>
        <MissingChunk error={error} />
      </main>
    );
  }
  return (
    <main>
      <Failure error={error instanceof Error ? error : new Error(String(error))} />
    </main>
  );
}
