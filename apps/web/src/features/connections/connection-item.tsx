import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

type Props = {
  name: string;
  /** Tags for its health. */
  tags: ReactNode;
  /** One line of figures. */
  facts: ReactNode;
  error?: string | null;
  waitingChangeSetId: string | null;
  actions: ReactNode;
};

/** One connection in a panel: health, waiting change set, actions. */
export function ConnectionItem({ name, tags, facts, error, waitingChangeSetId, actions }: Props) {
  const { t } = useTranslation('connections');
  const review = waitingChangeSetId && (
    <LinkButton to="/change-sets/$id" params={{ id: waitingChangeSetId }} variant="default">
      {t('review')}
    </LinkButton>
  );
  return (
    <li style={{ padding: '14px 16px', borderBottom: '1px solid var(--line-soft)' }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
        <h3 style={{ overflowWrap: 'anywhere' }}>{name}</h3>
        {tags}
      </div>
      <p className="mute" style={{ margin: '4px 0 10px' }}>
        {facts}
      </p>
      {error && <Notice tone="red" title={error} />}
      {review && <Notice tone="amber" title={t('waiting')} actions={review} />}
      <div className="actions">{actions}</div>
    </li>
  );
}
