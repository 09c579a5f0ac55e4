import { type Report, reportGroups, reports } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { reportsQuery } from '#data/reports';
import { useMayOpen } from '#ui/may-open';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { PlaceLink } from '#ui/place-link';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
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
        <Group key={group} group={group} items={data.items.filter((one) => one.group === group)} />
      ))}
      {data.items.length === 0 && (
        <Panel>
          <Empty title={t('catalogue.none')} hint={t('catalogue.noneHint')} />
        </Panel>
      )}
      {data.items.length > 0 && <CompliancePack />}
      <Elsewhere />
    </Stack>
  );
}

function Group({ group, items }: { group: Report['group']; items: readonly Report[] }) {
  const { t } = useTranslation('reports');
  if (items.length === 0) return null;
  return (
    <Panel title={t(`catalogue.groups.${group}`)} padded>
      <dl className="catalogue">
        {items.map(({ id, title, about }) => (
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

/** What proves controls of standards, as one file. */
function CompliancePack() {
  const { t } = useTranslation(['reports', 'shell']);
  const toast = useToast();
  const save = useExport(reports.pack, 'compliance-pack.zip');
  if (!useMay(reports.pack)) return null;
  const download = () =>
    save.mutate({ params: {}, query: {} }, { onError: () => toast.failure(t('shell:records.exportFailed')) });
  const button = (
    <Button variant="default" size="compact-sm" loading={save.isPending} onClick={download}>
      {t('catalogue.packDownload')}
    </Button>
  );
  return (
    <Panel title={t('catalogue.pack')} actions={button} padded>
      <p className="mute">{t('catalogue.packAbout')}</p>
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
