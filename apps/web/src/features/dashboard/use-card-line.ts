import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Offer } from '#components/offers';
import { useViewer } from '#data/auth';
import { overviewQuery } from '#data/overview';
import { timeInWords } from '#lib/time/time-in-words';

/** The state behind a card in one line; undefined while unknown. */
export function useCardLine({ to }: Offer): string | undefined {
  const { t } = useTranslation('dashboard');
  const isSuperadmin = useViewer()?.role === 'superadmin';
  const { data } = useQuery({ ...overviewQuery, enabled: isSuperadmin });
  if (!data) return undefined;
  const { identity_sources: sources, key_systems: systems, key_plans: plans } = data;
  const some = (count: number, words: string) => (count > 0 ? [words] : []);
  const joined = (parts: string[]) => parts.join(', ') || undefined;
  switch (to) {
    case '/connection-manager':
      return joined([
        ...some(sources.total, t('lines.sources', { count: sources.total })),
        ...some(systems.total, t('lines.systems', { count: systems.total })),
      ]);
    case '/keys/key-plans':
      return joined([
        ...some(plans.total, t('lines.plansActive', { count: plans.active })),
        ...some(plans.drafts, t('lines.drafts', { count: plans.drafts })),
      ]);
    case '/keys/locations':
      return joined(some(systems.unplaced_cylinders, t('lines.unplaced', { count: systems.unplaced_cylinders })));
    case '/cylinders':
      return joined(some(systems.cylinders, t('counted.cylinders', { count: systems.cylinders })));
    case '/keys/reports': {
      if (!data.audit_log) return t('lines.logNotVerified');
      const when = timeInWords(data.audit_log.verified_at, { isInside: true });
      return t(data.audit_log.ok ? 'lines.logWhole' : 'lines.logNotWhole', { when });
    }
    default:
      return undefined;
  }
}
