import type { Overview } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { SyncButton } from '#components/sync-actions';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

/** Rights that the plans no longer grant but key systems still record, else missing ones, with the one next step. */
export function ExposedNotice({ overview }: { overview: Overview }) {
  const { t } = useTranslation('dashboard');
  const exposed = overview.recorded.key_systems.filter(({ rights_to_withdraw }) => rights_to_withdraw > 0);
  if (exposed.length === 0) return <MissingNotice overview={overview} />;
  const { rights_to_withdraw: count } = overview.recorded;
  return (
    <Notice tone="amber" title={t('exposed.title', { count })} actions={<NextStep overview={overview} />}>
      {/* Someone may be in several, so they are not added up. */}
      {exposed.map(({ name, people_losing }) => t('exposed.people', { count: people_losing, names: name })).join(' ')}
    </Notice>
  );
}

/**
 * Granted rights that are not recorded, so that people stand in front of closed doors; hidden while an operator works
 * on them.
 */
function MissingNotice({ overview }: { overview: Overview }) {
  const { t } = useTranslation('dashboard');
  const { rights_to_grant: count, waiting_for_operator, key_systems } = overview.recorded;
  if (count === 0 || waiting_for_operator > 0) return null;
  return (
    <Notice tone="blue" title={t('missing.title', { count })} actions={<NextStep overview={overview} />}>
      {key_systems
        .filter(({ rights_to_grant }) => rights_to_grant > 0)
        .map(({ name, people_gaining }) => t('missing.people', { count: people_gaining, name }))
        .join(' ')}
    </Notice>
  );
}

/**
 * Opens the changes that already wait for a decision; else previews a sync of the only key system, or of one to
 * choose.
 */
function NextStep({ overview: { needs_you, recorded } }: { overview: Overview }) {
  const { t } = useTranslation('dashboard');
  const exposed = recorded.key_systems.filter(({ rights_to_withdraw }) => rights_to_withdraw > 0);
  const behind =
    exposed.length > 0 ? exposed : recorded.key_systems.filter(({ rights_to_grant }) => rights_to_grant > 0);
  const waiting = needs_you.find(
    (need) => need.kind === 'change_set' && behind.some(({ connection_id }) => connection_id === need.key_system_id),
  );
  const [only] = behind;
  if (waiting) {
    return (
      <LinkButton to="/change-sets/$id" params={{ id: waiting.id }}>
        {t('word.reviewChanges')}
      </LinkButton>
    );
  }
  if (only && behind.length === 1 && only.is_active) {
    const system = { id: only.connection_id, name: only.name };
    return <SyncButton system={system} variant="filled" isDryRun />;
  }
  return <LinkButton to="/connection-manager">{t('exposed.choose')}</LinkButton>;
}
