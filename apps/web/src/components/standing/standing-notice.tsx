import type { KeySystemStanding } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { SyncButton } from '#components/sync-actions';
import { timeInWords } from '#lib/time/time-in-words';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { useStandingWords } from './use-standing-words';
import { useStandings } from './use-standings';

type Props = { systems: readonly { id: string; name: string }[] };

/** How the key systems of a plan compare to all plans: those behind, with the next step; one line if all are equal. */
export function StandingNotice({ systems }: Props) {
  const { t } = useTranslation('connections');
  const known = useStandings();
  if (!known) return null;
  const standings = systems.flatMap(({ id }) => known.of(id) ?? []);
  const due = standings.filter(({ state }) => state === 'behind' || state === 'never_read');
  const equal = standings.filter(({ state }) => state === 'equal');
  return (
    <>
      {due.map((standing) => (
        <Due
          key={standing.connection_id}
          standing={standing}
          waiting={
            known.needs.find((need) => need.kind === 'change_set' && need.key_system_id === standing.connection_id)?.id
          }
        />
      ))}
      {due.length === 0 && equal.length > 0 && (
        <p className="mute" style={{ marginBottom: 12 }}>
          {equal
            .map(({ name, read_at }) =>
              t('standing.isEqual', { name, when: read_at ? timeInWords(read_at, { isInside: true }) : '' }),
            )
            .join(' ')}
        </p>
      )}
    </>
  );
}

function Due({ standing, waiting }: { standing: KeySystemStanding; waiting: string | undefined }) {
  const { t } = useTranslation('connections');
  const { short, toDo } = useStandingWords()(standing);
  const { connection_id: id, name, is_active, rights_to_withdraw, waiting_for_operator: work } = standing;
  const next = waiting ? (
    <LinkButton to="/change-sets/$id" params={{ id: waiting }}>
      {t('review')}
    </LinkButton>
  ) : work > 0 ? (
    <LinkButton to="/work-list" search={{ connection_id: id }} variant="default">
      {t('standing.work', { count: work })}
    </LinkButton>
  ) : (
    is_active && <SyncButton system={{ id, name }} isDryRun variant="filled" />
  );
  return (
    <Notice
      tone={rights_to_withdraw > 0 ? 'amber' : 'blue'}
      title={t('standing.ofAllPlans', { name, words: short })}
      actions={next}
    >
      {rights_to_withdraw > 0 ? t('standing.exposed', { count: rights_to_withdraw }) : toDo && `${toDo}.`}
    </Notice>
  );
}
