import type { Webhook, WebhookAttempt, WebhookDeliveryState, WebhookError } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import type { Tone } from '#ui/status-tag';

type Health = 'off' | 'failing_off' | 'gone_off' | 'failing' | 'fresh' | 'works';

export function healthOf({ is_enabled, disabled_because, failing_since, last_attempt }: Webhook): Health {
  if (disabled_because) return `${disabled_because}_off`;
  if (!is_enabled) return 'off';
  if (failing_since) return 'failing';
  return last_attempt ? 'works' : 'fresh';
}

export const healthTones: Record<Health, Tone> = {
  off: 'grey',
  failing_off: 'red',
  gone_off: 'red',
  failing: 'amber',
  fresh: 'blue',
  works: 'green',
};

export const stateTones: Record<WebhookDeliveryState, Tone> = {
  waiting: 'blue',
  delivered: 'green',
  failed: 'red',
  dropped: 'grey',
};

/** How an attempt went, in a sentence. */
export function useAttemptWords() {
  const { t } = useTranslation('webhooks');
  const failure = (error: WebhookError, status: number | null) =>
    t(`errors.${error}`, { status: status === null ? '' : `${status}` });
  return ({ status, error, duration_ms }: WebhookAttempt): string =>
    error ? failure(error, status) : t('answered', { status: `${status ?? ''}`, duration: formatNumber(duration_ms) });
}
