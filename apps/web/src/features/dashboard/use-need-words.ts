import type { NeedsYou } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { durationInWords, timeInWords } from '#lib/time/time-in-words';

type Words = { title: string; hint: string | null; action: string };

/** The need in a title and a hint, with a label for its action. */
export function useNeedWords(): (need: NeedsYou) => Words {
  const { t } = useTranslation('dashboard');
  return (need) => {
    switch (need.kind) {
      case 'change_set': {
        const largest = need.guard && need.largest && t('needs.largest', need.largest);
        const hint = [need.name, timeInWords(need.at, { isInside: true }), largest].filter(Boolean).join(' · ');
        return { title: titleOf(need), hint, action: t('word.reviewChanges') };
      }
      case 'audit_log':
        return {
          title: t('needs.auditLog', { count: need.problems }),
          hint: t('needs.found', { when: timeInWords(need.at, { isInside: true }) }),
          action: t('needs.open'),
        };
      case 'key_system_error':
        return {
          title: t('needs.error', { name: need.name }),
          hint: need.message ?? (need.at && t('needs.lastWorked', { when: timeInWords(need.at, { isInside: true }) })),
          action: t('needs.open'),
        };
      case 'certificate':
        return {
          title: need.days_left < 0 ? t('needs.certificateEnded') : t('needs.certificate', { count: need.days_left }),
          hint: need.name,
          action: t('needs.replace'),
        };
      case 'source_credential': {
        const text = need.days_left < 0 ? 'needs.credentialEnded' : 'needs.credential';
        return {
          title: t(`${text}.${need.credential}`, { count: need.days_left }),
          hint: need.name,
          action: t('needs.replace'),
        };
      }
      case 'conflict':
        return {
          title: t('needs.conflict', { count: need.count }),
          hint: [need.name, t('needs.found', { when: timeInWords(need.at, { isInside: true }) })].join(' · '),
          action: t('needs.decide'),
        };
      case 'webhook':
        return {
          title: t('needs.webhook', { name: need.name }),
          hint: t(`needs.webhookHint.${need.because}`),
          action: t('needs.open'),
        };
      case 'failed_task':
        return {
          title: need.replace ? t('needs.refused', { name: need.name }) : t(`needs.failed.${need.task_kind}`),
          hint: [!need.replace && need.name, timeInWords(need.at, { isInside: true }), need.message]
            .filter(Boolean)
            .join(' · '),
          action: need.replace ? t(`needs.replaceRefused.${need.replace}`) : t('needs.open'),
        };
      case 'draft':
        return {
          title: t('needs.draft', { name: need.name, count: need.changes }),
          hint: t('needs.draftHint', { when: timeInWords(need.at, { isInside: true }) }),
          action: t('word.preview'),
        };
      case 'drift':
        return {
          title: t('needs.drift', { count: need.count, name: need.name }),
          hint: t('needs.found', { when: timeInWords(need.at, { isInside: true }) }),
          action: t('needs.compare'),
        };
      case 'work':
        return {
          title: t('needs.work', { count: need.count, name: need.name }),
          hint: t('needs.since', { duration: durationInWords(need.at) }),
          action: t('needs.open'),
        };
      case 'keys': {
        const { what, count, of, name, read_at } = need;
        return {
          title: t(`needs.keys.${what}`, { count, of: of ?? count }),
          hint: [name, read_at && t('needs.keysRead', { when: timeInWords(read_at, { isInside: true }) })]
            .filter(Boolean)
            .join(' · '),
          action: t('needs.open'),
        };
      }
    }
  };

  function titleOf({ guard, key_system_id, people_gaining, people_losing }: NeedsYou & { kind: 'change_set' }): string {
    if (guard?.reason === 'too_many_removals') {
      const { count, percent } = guard;
      return key_system_id === null
        ? t('needs.stopped.import', { count, percent })
        : t('needs.stopped.too_many_removals', { count });
    }
    if (guard) return t(`needs.stopped.${guard.reason}`, { count: guard.count });
    const [gaining, losing] = [people_gaining ?? 0, people_losing ?? 0];
    return gaining + losing > 0 ? t('needs.readyDoors', { gaining, losing }) : t('needs.ready');
  }
}
