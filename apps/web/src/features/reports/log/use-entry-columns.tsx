import type { AuditEntry } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { actionInWords, nounInWords } from '#components/audit/action-words';
import { formatInstant } from '#lib/format';
import type { Column } from '#ui/table/data-table';

/** The name of a caller without a session, as the log has it. */
const anonymousName = 'anonymous';
/** Of a run in the name of its starter. */
const runEnding = ' (task)';

/** Who acted, as the log has it; with the token that acted in the name of its owner. */
export function useActorWords(): (entry: AuditEntry) => string {
  const { t } = useTranslation('reports');
  return ({ actor_id, actor_name, token }) => {
    if (actor_id === null) {
      const parts: Record<string, string> = t('product', { returnObjects: true });
      if (actor_name === anonymousName) return t('signedOut');
      if (actor_name.endsWith(runEnding)) return t('byRun', { name: actor_name.slice(0, -runEnding.length) });
      return parts[actor_name] ?? actor_name;
    }
    return token ? t('byToken', { name: actor_name, token }) : actor_name;
  };
}

/** The name of the target, or what kind of thing it is. */
const targetOf = ({ target_name, target_type }: AuditEntry): string | null =>
  target_name ?? (target_type && (nounInWords(target_type) ?? target_type));

export function useEntryColumns(): Column<AuditEntry>[] {
  const { t } = useTranslation(['reports', 'audit-actions']);
  const actorWords = useActorWords();
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'when',
      phone: 'meta',
      header: header.when,
      isLine: true,
      cell: ({ at }) => <time dateTime={at}>{formatInstant(at)}</time>,
    },
    { key: 'who', phone: 'meta', header: header.who, width: '16%', clip: actorWords },
    { key: 'what', phone: 'title', header: header.what, width: '22%', clip: ({ action }) => actionInWords(action) },
    { key: 'target', phone: 'meta', header: header.target, width: '20%', clip: targetOf },
    {
      key: 'changed',
      header: header.changed,
      hideBelow: 900,
      width: '16%',
      clip: ({ changes }) => changes.map(({ field }) => field ?? t('field.whole')).join(', ') || null,
    },
    { key: 'reason', header: header.reason, hideBelow: 1_100, width: '16%', clip: ({ reason }) => reason },
  ];
}
