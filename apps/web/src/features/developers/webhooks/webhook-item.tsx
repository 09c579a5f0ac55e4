import type { Webhook } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useTestWebhook } from '#data/webhooks';
import { formatInstant } from '#lib/format';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { StatusTag } from '#ui/status-tag';
import { useToast } from '#ui/toast';
import { WebhookQuestion } from './webhook-question';
import { healthOf, healthTones, useAttemptWords } from './webhook-words';

type Props = {
  webhook: Webhook;
  onEdit: () => void;
  onLog: () => void;
  /** A new secret, to be shown this once. */
  onSecret: (secret: string) => void;
};

/** One webhook: its address, its events, how the last call went, and its actions. */
export function WebhookItem({ webhook, ...acting }: Props) {
  const { t } = useTranslation('webhooks');
  const { url, description, events, previous_secret_until, disabled_because } = webhook;
  const health = healthOf(webhook);
  return (
    <li>
      <div className="section-head">
        <h3 className="webhook-url">
          <Mono>{url}</Mono>
        </h3>
        <StatusTag tone={healthTones[health]} label={t(`health.${health}`)} />
      </div>
      {description && <p className="webhook-description">{description}</p>}
      <p>{t('sends', { events: events.map((kind) => t(`events.${kind}`)) })}</p>
      <LastAttempt webhook={webhook} />
      {disabled_because && <Notice tone="red" title={t(`disabled.${disabled_because}`)} />}
      {previous_secret_until && (
        <Notice tone="blue" title={t('rotating', { when: formatInstant(previous_secret_until) })} />
      )}
      <Acting webhook={webhook} {...acting} />
    </li>
  );
}

function LastAttempt({ webhook: { last_attempt, waiting } }: Pick<Props, 'webhook'>) {
  const { t } = useTranslation('webhooks');
  const words = useAttemptWords();
  return (
    <p className="mute">
      {last_attempt ? (
        <>
          {words(last_attempt)} <TimeAgo instant={last_attempt.at} />
        </>
      ) : (
        t('notCalled')
      )}
      {waiting > 0 && ` ${t('waiting', { count: waiting })}`}
    </p>
  );
}

function Acting({ webhook, onEdit, onLog, onSecret }: Props) {
  const { t } = useTranslation('webhooks');
  const toast = useToast();
  const words = useAttemptWords();
  const test = useTestWebhook();
  const [question, setQuestion] = useState<'rotate' | 'remove'>();
  const send = () =>
    test.mutate(webhook.id, {
      onSuccess: ({ attempts: [attempt] }) => {
        if (attempt) attempt.error ? toast.failure(words(attempt)) : toast.success(words(attempt));
      },
      onError: (error) => toast.failure(error.message),
    });
  const of = { name: new URL(webhook.url).host };
  return (
    <div className="actions">
      <Button variant="default" onClick={onLog} aria-label={t('log.openOf', of)}>
        {t('log.open')}
      </Button>
      <Button variant="default" loading={test.isPending} onClick={send} aria-label={t('test.of', of)}>
        {t('test.send')}
      </Button>
      <Button variant="default" onClick={onEdit} aria-label={t('editOf', of)}>
        {t('word.edit')}
      </Button>
      <Button variant="default" onClick={() => setQuestion('rotate')} aria-label={t('rotate.of', of)}>
        {t('rotate.open')}
      </Button>
      <Button variant="subtle" color="red" onClick={() => setQuestion('remove')} aria-label={t('remove.of', of)}>
        {t('remove.open')}
      </Button>
      {question && (
        <WebhookQuestion
          key={question}
          webhook={webhook}
          question={question}
          onSecret={onSecret}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}
