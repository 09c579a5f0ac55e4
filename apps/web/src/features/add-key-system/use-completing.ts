import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keySystemQuery } from '#data/key-systems/key-systems';
import { messageOf } from './configuration/message-of';
import { outcomes, type TestAnswer, type WizardEvent } from './wizard-state';

/** Completes the setup if the test passed and the server still reports the connection as working. */
export function useCompleting(dispatch: Dispatch<WizardEvent>, onDone: () => void) {
  const { t } = useTranslation('add-key-system');
  const client = useQueryClient();
  const [isCompleting, setIsCompleting] = useState(false);

  const complete = async ({ id, status, status_message }: TestAnswer): Promise<void> => {
    dispatch({ type: 'completing' });
    const describe = (known: TestAnswer['status'], message: string | null) =>
      message || t('test.status', { status: known });
    if (outcomes[status] !== 'ok') {
      dispatch({ type: 'completion_refused', status, message: describe(status, status_message) });
      return;
    }
    setIsCompleting(true);
    try {
      const now = await client.fetchQuery({ ...keySystemQuery(id), staleTime: 0 });
      if (outcomes[now.status] === 'ok') return onDone();
      dispatch({ type: 'completion_refused', status: now.status, message: describe(now.status, now.error_message) });
    } catch (error) {
      dispatch({ type: 'completion_failed', message: messageOf(error, t('review.failed')) });
    } finally {
      setIsCompleting(false);
    }
  };
  return { isCompleting, complete };
}
