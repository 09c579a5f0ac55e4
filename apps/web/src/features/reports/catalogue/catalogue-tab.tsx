import { type Report, reportGroups } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { reportsQuery } from '#data/reports';
import { useMayOpen } from '#ui/may-open';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { useUrlState } from '#ui/table/url-state';
import { useMayReportAccess } from '../access/access-tab';
import { catalogueSearch } from './catalogue-search';
import { ReportView } from './report-view';
import './catalogue.css';

/** Reports by group, or the chosen one. */
export function CatalogueTab() {
  const { t } = useTranslation('reports');
  const [{ report: chosen }] = useUrlState(catalogueSearch);
  const { data, error, refetch } = useQuery(reportsQuery);
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('catalogue.loading')} />;
  const report = data.items.find(({ id }) => id === chosen);
  if (report) return <ReportView key={report.id} report={report} />;
  return (
    <Stack gap="md">
      {reportGroups.map((group) => (
        <Group key={group} group={group} reports={data.items.filter((one) => one.group === group)} />
      ))}
      {data.items.length === 0 && (
        <Panel>
          <Empty title={t('catalogue.none')} hint={t('catalogue.noneHint')} />
        </Panel>
      )}
      <Elsewhere />
    </Stack>
  );
}

function Group({ group, reports }: { group: Report['group']; reports: readonly Report[] }) {
  const { t } = useTranslation('reports');
  if (reports.length === 0) return null;
  return (
    <Panel title={t(`catalogue.groups.${group}`)} padded>
      <dl className="catalogue">
        {reports.map(({ id, title, about }) => (
          <div key={id}>
            <dt>
              <PlaceLink to="/admin/reports" search={{ tab: 'catalogue', report: id }}>
                {title}
              </PlaceLink>
            </dt>
            <dd className="mute">{about}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Reports that have a screen of their own. */
function Elsewhere() {
  const { t } = useTranslation('reports');
  const mayReportAccess = useMayReportAccess();
  const mayOpen = useMayOpen();
  if (!mayReportAccess && !mayOpen('/work-list')) return null;
  return (
    <Panel title={t('catalogue.elsewhere')} padded>
      <dl className="catalogue">
        {mayReportAccess && (
          <div>
            <dt>
              <PlaceLink to="/admin/reports" search={{ tab: 'access' }}>
                {t('catalogue.access')}
              </PlaceLink>
            </dt>
            <dd className="mute">{t('catalogue.accessAbout')}</dd>
          </div>
        )}
        {mayOpen('/work-list') && (
          <div>
            <dt>
              <PlaceLink to="/work-list">{t('catalogue.work')}</PlaceLink>
            </dt>
            <dd className="mute">{t('catalogue.workAbout')}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
