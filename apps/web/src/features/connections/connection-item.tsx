import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/notice';
import { StatusTag } from '#ui/status-tag';

type Props = {
  /** Where the lines of the diagram start or end. */
  id: string;
  name: ReactNode;
  /** Tags for its health. */
  tags: ReactNode;
  /** One line of figures. */
  facts: ReactNode;
  error?: string | null;
  waitingChangeSetId: string | null;
  actions: ReactNode;
};

/** One connection in a panel: health, waiting change set, actions. */
export function ConnectionItem({ id, name, tags, facts, error, waitingChangeSetId, actions }: Props) {
  const { t } = useTranslation('connections');
  return (
    <li className="connection" data-node={id}>
      <div className="connection-head">
        <h3>{name}</h3>
        {tags}
      </div>
      <div className="mute connection-facts">{facts}</div>
      {error && <Notice tone="red" title={error} />}
      {waitingChangeSetId && (
        <p className="connection-waits">
          <StatusTag tone="amber" label={t('next.decide.title')} />{' '}
          <Link to="/change-sets/$id" params={{ id: waitingChangeSetId }}>
            {t('review')}
          </Link>
        </p>
      )}
      <div className="actions">{actions}</div>
    </li>
  );
}
