import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiReferenceQuery } from '#data/api-reference';
import { Mono } from '#ui/mono';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import type { ApiDocument } from './api-document';

/** Every code that the API may answer: what it means and what the caller does. */
export function ErrorCatalogue() {
  const { t } = useTranslation('developers');
  const { data, error, refetch } = useQuery(apiReferenceQuery);
  const codes = data && (data as unknown as ApiDocument)['x-errors']; // the part that is shown
  if (!codes) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('reference.loading')} />;
  return (
    <>
      <p className="mute api-intro">{t('errors.intro')}</p>
      <Panel title={t('errors.title')}>
        <ul className="api-errors">
          {Object.entries(codes).map(([code, { status, title }]) => (
            <li key={code}>
              <p>
                <Mono>{status}</Mono> <strong className="mono">{code}</strong> <span lang="en">{title}</span>
              </p>
              <p className="mute">{t(`errors.todo.${code as 'bad_request'}`, { defaultValue: '' })}</p>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}
