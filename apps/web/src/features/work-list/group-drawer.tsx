import { type WorkGroup, type WorkItem, workItemList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListFilter } from '#components/records/list-state';
import { TimeAgo } from '#components/time-ago';
import { recordsQuery, useExport } from '#data/calls/records';
import { KeyValues } from '#ui/key-values';
import { LinkButton } from '#ui/link-button';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { useToast } from '#ui/toast';
import { groupAsDecidable, isByHand, isOfKey, WorkDecisions } from './decisions';
import { WorkStateTag } from './work-list-columns';

const MAX_NAMES = 20;

/** The same work for several people, with actions for all of them, and their names. */
export function GroupDrawer({ row, onClose }: { row: WorkGroup; onClose: () => void }) {
  const { t } = useTranslation('work-list');
  const { group, what, count, since, entry } = row;
  const [filter] = useListFilter(workItemList);
  return (
    <SideDrawer title={what} opened onClose={onClose}>
      <KeyValues
        items={[
          { label: t('drawer.place'), value: entry.place },
          ...(isByHand(entry) ? [] : [{ label: t('drawer.why'), value: t('group.why', { why: entry.why }) }]),
          { label: t('word.keySystem'), value: entry.connection_name },
          { label: t('drawer.since'), value: <TimeAgo instant={since} /> },
          { label: t('filters.assigned'), value: entry.assigned_to?.username ?? t('unassigned') },
          { label: t('word.state'), value: <WorkStateTag state={entry.state} /> },
        ]}
      />
      <div className="actions" style={{ margin: '16px 0' }}>
        <WorkDecisions items={[groupAsDecidable(row)]} onDone={onClose} />
        <SaveButton group={group} />
        <LinkButton to="/work-list" search={{ ...filter, group }} variant="default">
          {t('group.oneByOne', { count })}
        </LinkButton>
      </div>
      <Names group={group} count={count} />
    </SideDrawer>
  );
}

/** All entries of the group as a file, to import or to work through elsewhere. */
function SaveButton({ group }: { group: string }) {
  const { t } = useTranslation('work-list');
  const toast = useToast();
  const [filter] = useListFilter(workItemList);
  const save = useExport(workItemList.csv, workItemList.fileName);
  const request = { params: undefined, query: { ...filter, group } };
  return (
    <Button
      variant="default"
      loading={save.isPending}
      onClick={() => save.mutate(request, { onError: (error) => toast.failure(error.message) })}
    >
      {t('group.save')}
    </Button>
  );
}

/** The people of the first entries. */
function Names({ group, count }: { group: string; count: number }) {
  const { t } = useTranslation('work-list');
  const [filter] = useListFilter(workItemList);
  const { data } = useQuery(
    recordsQuery(workItemList, { params: undefined, query: { ...filter, group, limit: MAX_NAMES } }),
  );
  const rows = data?.rows ?? [];
  return (
    <>
      <h3>{t('group.entries')}</h3>
      <ul className="lines" aria-label={t('group.entries')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Label of={row} />
          </li>
        ))}
      </ul>
      {rows.length > 0 && count > rows.length && (
        <p className="mute">{t('group.more', { count: count - rows.length })}</p>
      )}
    </>
  );
}

/** The person, key or cylinder of an entry, where it can be looked up. */
function Label({ of: { kind, label, person_id } }: { of: WorkItem }) {
  if (isOfKey({ kind }) || kind === 'programming_job') {
    return (
      <PlaceLink to={kind === 'programming_job' ? '/cylinders' : '/keys/manage'} search={{ search: label }}>
        {label}
      </PlaceLink>
    );
  }
  if (person_id === null) return label;
  return (
    <PlaceLink to="/people/$id" params={{ id: person_id }}>
      {label}
    </PlaceLink>
  );
}
