import type { KeyPlan } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { useStandingWords } from '#components/standing/use-standing-words';
import { useStandings } from '#components/standing/use-standings';
import { StatusTag } from '#ui/status-tag';

/** What of a plan waits: edits for an activation, and rights for a sync of its key systems. */
export function PlanWaits({ plan: { is_active, pending_changes, key_system_connections } }: { plan: KeyPlan }) {
  const { t } = useTranslation('key-plans');
  const standings = useStandings();
  const wordsOf = useStandingWords();
  const behind = key_system_connections.flatMap(({ id, name }) => {
    const standing = is_active ? standings?.of(id) : undefined;
    return standing?.state === 'behind' ? [{ id, name, words: wordsOf(standing) }] : [];
  });
  if (pending_changes === 0 && behind.length === 0) return '–';
  return (
    <span className="plan-waits">
      <Waiting count={pending_changes} />
      {behind.map(({ id, name, words: { toDo, short } }) => (
        <span key={id}>{t('list.atSystem', { name, words: toDo || short })}</span>
      ))}
    </span>
  );
}

/** How many changes of a plan are not in force; empty if there are none. */
function Waiting({ count }: { count: number }) {
  const { t } = useTranslation('key-plans');
  return count > 0 && <StatusTag tone="amber" label={t('list.waiting', { count })} />;
}
