import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { outcomeOf, type TestState } from '../wizard-state';

type Props = { test: TestState; onRetry: () => void; onEdit: () => void };

/** The test result. Screen readers announce a failure at once, anything else politely. */
export function TestNotice({ test, onRetry, onEdit }: Props) {
  const { t } = useTranslation('add-key-system');
  const message = useMessage(test);
  const again = (
    <Button variant="default" onClick={onRetry}>
      {t('test.again')}
    </Button>
  );
  const repair = (
    <>
      <Button onClick={onEdit}>{t('test.edit')}</Button>
      {again}
    </>
  );
  const outcome = outcomeOf({ test });
  if (outcome === 'error') {
    return (
      <Notice tone="red" title={t('test.error')} actions={repair}>
        {message}
      </Notice>
    );
  }
  return (
    <div role="status">
      {!outcome && test.is !== 'unfinished' && <p className="visually-hidden">{message}</p>}
      {test.is === 'unfinished' && (
        <Notice tone="blue" title={t('testing')} actions={again}>
          {message}
        </Notice>
      )}
      {outcome === 'ok' && (
        <Notice tone="green" title={t('test.ok')}>
          {message}
        </Notice>
      )}
      {outcome === 'pending' && (
        <Notice tone="amber" title={t('test.pending')} actions={again}>
          {message} {t('test.pendingHint')}
        </Notice>
      )}
    </div>
  );
}

function useMessage(test: TestState): string {
  const { t } = useTranslation('add-key-system');
  if (test.is === 'failed') return test.message;
  if (test.is === 'unfinished') return t('test.unfinished');
  if (test.is !== 'answered') return test.is === 'running' ? t('test.running') : t('test.storing');
  const { status, status_message } = test.answer;
  return status_message || t('test.status', { status });
}
