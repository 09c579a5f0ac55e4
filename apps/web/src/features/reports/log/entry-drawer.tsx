import { type AuditEntry, auditEntryList } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actionInWords, nounInWords } from '#components/audit/action-words';
import { useListState } from '#components/records/list-state';
import { auditEntryQuery } from '#data/audit';
import { formatInstant, formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { RecordedValue } from './recorded-value';
import { useActorWords } from './use-entry-columns';

type Props = { id: string; row: AuditEntry | undefined; onClose: () => void };

/** One entry with everything that was recorded. */
export function EntryDrawer({ id, row, onClose }: Props) {
  const { t } = useTranslation(['reports', 'audit-actions']);
  const { data = row, error, refetch } = useQuery(auditEntryQuery(id));
  return (
    <SideDrawer title={data ? actionInWords(data.action) : t('entry.title')} opened onClose={onClose}>
      {data ? (
        <Entry entry={data} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('entry.loading')} />
      )}
    </SideDrawer>
  );
}

/** Shown in places of their own. */
const shownElsewhere: readonly string[] = ['before', 'after', 'reason', 'api_token'];

function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('reports');
  const actorWords = useActorWords();
  const { at, reason, target_type, target_id, target_name, position, request_id, details, changes, is_erased } = entry;
  const others = Object.entries(details).filter(([name]) => !shownElsewhere.includes(name));
  return (
    <>
      {is_erased && (
        <Notice tone="grey" title={t('entry.title')}>
          {t('entry.erased')}
        </Notice>
      )}
      <KeyValues
        items={[
          { label: t('columns.when'), value: <time dateTime={at}>{formatInstant(at)}</time> },
          { label: t('columns.who'), value: actorWords(entry) },
          ...(target_type ? [{ label: t('entry.type'), value: nounInWords(target_type) ?? target_type }] : []),
          ...(target_name ? [{ label: t('columns.target'), value: target_name }] : []),
          ...(target_id ? [{ label: t('entry.id'), value: <Mono>{target_id}</Mono> }] : []),
          ...(reason ? [{ label: t('columns.reason'), value: reason }] : []),
          {
            label: t('entry.position'),
            value: position === null ? t('entry.unsealed') : formatNumber(position),
          },
          ...(request_id ? [{ label: t('entry.request'), value: <Mono>{request_id}</Mono> }] : []),
        ]}
      />
      <SameEntries entry={entry} />
      {changes.length > 0 && <Changes changes={changes} />}
      {others.length > 0 && (
        <>
          <h3 className="log-head">{t('entry.recorded')}</h3>
          <KeyValues items={others.map(([name, value]) => ({ label: name, value: <RecordedValue value={value} /> }))} />
        </>
      )}
      {Object.keys(details).length > 0 && (
        <details className="log-raw">
          <summary>{t('entry.raw')}</summary>
          <pre className="mono">{JSON.stringify(details, null, 2)}</pre>
        </details>
      )}
    </>
  );
}

function SameEntries({ entry: { target_type, target_id, actor_id } }: { entry: AuditEntry }) {
  const { t } = useTranslation('reports');
  const [, setState] = useListState(auditEntryList);
  const none = { search: undefined, action: undefined, from: undefined, before: undefined, open: undefined };
  return (
    <div className="actions log-actions">
      {target_type && target_id && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setState({ ...none, actor: undefined, target_type, target_id })}
        >
          {t('entry.sameTarget')}
        </Button>
      )}
      {actor_id && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => setState({ ...none, target_type: undefined, target_id: undefined, actor: actor_id })}
        >
          {t('entry.sameActor')}
        </Button>
      )}
    </div>
  );
}

function Changes({ changes }: Pick<AuditEntry, 'changes'>) {
  const { t } = useTranslation('reports');
  return (
    <>
      <h3 className="log-head">{t('field.title')}</h3>
      <table className="table log-changes">
        <caption className="visually-hidden">{t('field.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('field.field')}</th>
            <th scope="col">{t('field.before')}</th>
            <th scope="col">{t('field.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field ?? ''}>
              <th scope="row">{field ?? t('field.whole')}</th>
              <td>
                <RecordedValue value={before} />
              </td>
              <td>
                <RecordedValue value={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
