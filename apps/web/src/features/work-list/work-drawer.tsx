import type { WorkItem } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { asDecidable, isOfKey, WorkDecisions } from './decisions';
import { WorkStateTag } from './work-list-columns';

/** One entry: task, place, reason, age and assignee, with its actions. */
export function WorkDrawer({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const { t } = useTranslation('work-list');
  const { state, closed_at, closed_by, closed_by_name, person_id, change_set_id } = item;
  const facts = [
    { label: t('word.whatToDo'), value: <strong>{item.what}</strong> },
    { label: t('drawer.place'), value: item.place },
    { label: t('drawer.why'), value: item.why },
    { label: t('word.keySystem'), value: item.connection_name },
    { label: t('drawer.since'), value: <TimeAgo instant={item.created_at} /> },
    { label: t('filters.assigned'), value: item.assigned_to?.username ?? t('unassigned') },
    { label: t('word.state'), value: <WorkStateTag state={state} /> },
    ...(closed_by
      ? [
          {
            label: t('drawer.closed'),
            value: `${t(`drawer.closedBy.${closed_by}`, { name: closed_by_name ?? '' })}, ${formatInstant(closed_at)}`,
          },
        ]
      : []),
    ...(item.note ? [{ label: t('drawer.note'), value: item.note }] : []),
  ];
  return (
    <SideDrawer title={item.label} opened onClose={onClose}>
      {state === 'open' && (
        <Notice tone={item.is_readable ? 'blue' : 'amber'} title={t('states.open')}>
          {t(item.is_readable ? 'drawer.readable' : 'drawer.unreadable')}
        </Notice>
      )}
      <KeyValues items={facts} />
      <div className="actions" style={{ marginTop: 16 }}>
        <WorkDecisions items={[asDecidable(item)]} onDone={onClose} />
        {person_id && (
          <LinkButton to="/people/$id" params={{ id: person_id }} variant="default">
            {t('drawer.person')}
          </LinkButton>
        )}
        {isOfKey(item) && (
          <LinkButton to="/keys/manage" search={{ search: item.label }} variant="default">
            {t('drawer.key')}
          </LinkButton>
        )}
        {item.kind === 'programming_job' && (
          <LinkButton to="/cylinders" search={{ search: item.label }} variant="default">
            {t('drawer.cylinder')}
          </LinkButton>
        )}
        {change_set_id && (
          <LinkButton to="/change-sets/$id" params={{ id: change_set_id }} variant="default">
            {t('drawer.changeSet')}
          </LinkButton>
        )}
      </div>
    </SideDrawer>
  );
}
