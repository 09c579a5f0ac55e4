import { locationList, locations, type LocationTree as Tree } from '@key2xs/contract';
import { listDoubleNames, listWithoutOwner } from '@key2xs/domain';
import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { useMay } from '#data/auth';
import { useExport } from '#data/calls/records';
import { locationTreeQuery } from '#data/key-systems/locations';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { TabList } from '#ui/tab-list';
import { useToast } from '#ui/toast';
import { ImportDrawer } from './edit/import-drawer';
import { LocationsView } from './locations-view';
import { CreateLocationDrawer, preparePlaceForm } from './place-forms';
import { addressOf, useShownView, type View, views } from './shown-view';
import './locations.css';

/** The tree of places with its cylinders, and what needs a place, a responsible person or a decision. */
export function LocationsPage() {
  const { t } = useTranslation('locations');
  const { data: tree, error, refetch } = useQuery(locationTreeQuery);
  if (tree) return <Places tree={tree} />;
  return (
    <Page title={t('word.places')} about={t('subtitle')}>
      <Panel>{error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />}</Panel>
    </Page>
  );
}

function Places({ tree }: { tree: Tree }) {
  const { t } = useTranslation('locations');
  const navigate = useNavigate();
  const { view, chosen } = useShownView();
  const go = (to: View, id?: string | null) => void navigate({ to: '/keys/locations', search: addressOf(to, id) });
  const { places, unplaced, differences, proposed } = tree;
  const counts: Record<View, number | undefined> = {
    tree: undefined,
    unplaced,
    withoutOwner: listWithoutOwner(places).length,
    doubleNames: listDoubleNames(places).length,
    differs: differences,
    proposal: undefined,
    plan: undefined,
  };
  const look = <Button onClick={() => go('proposal')}>{t('proposal.look')}</Button>;
  const tabs = (
    <TabList aria-label={t('tabs.label')}>
      {views.map((one) => (
        <Tabs.Tab key={one} value={one}>
          {counts[one] ? t('tabs.count', { name: t(`tabs.${one}`), count: counts[one] }) : t(`tabs.${one}`)}
        </Tabs.Tab>
      ))}
    </TabList>
  );
  return (
    <Tabs value={view} onChange={(next) => go(views.find((one) => one === next) ?? 'tree')} keepMounted={false}>
      <Page
        title={t('word.places')}
        about={t('subtitle')}
        actions={<PageActions tree={tree} chosen={chosen} onCreated={(id) => go('tree', id)} />}
        tabs={tabs}
      >
        {proposed > 0 && view !== 'proposal' && chosen === undefined && (
          <Notice tone="blue" title={t('proposal.notice', { count: proposed })} actions={look}>
            {t('proposal.noticeText')}
          </Notice>
        )}
        {view === 'proposal' || view === 'plan' ? (
          <LocationsView tree={tree} view={view} chosen={chosen} go={go} />
        ) : (
          <Tabs.Panel value={view}>
            <LocationsView key={view} tree={tree} view={view} chosen={chosen} go={go} />
          </Tabs.Panel>
        )}
      </Page>
    </Tabs>
  );
}

type ActionProps = { tree: Tree; chosen: string | undefined; onCreated: (id: string) => void };

function PageActions({ tree: { places }, chosen, onCreated }: ActionProps) {
  const { t } = useTranslation('locations');
  const [step, setStep] = useState<'add' | 'import'>();
  const mayExport = useMay(locationList.csv);
  const isPast = useTense() === 'past';
  const [mayImport, mayAdd] = [useMay(locations.importCsv), useMay(locations.create)].map((may) => may && !isPast);
  const save = useExport(locationList.csv, locationList.fileName);
  const toast = useToast();
  const close = () => setStep(undefined);
  const exportAll = () =>
    save.mutate({ params: undefined, query: {} }, { onError: () => toast.failure(t('actions.exportFailed')) });
  const place = places.find(({ id }) => id === chosen);
  return (
    <>
      {places.length > 0 && mayExport && (
        <Button variant="default" loading={save.isPending} onClick={exportAll}>
          {t('actions.export')}
        </Button>
      )}
      {mayImport && (
        <Button variant="default" onClick={() => setStep('import')}>
          {t('actions.import')}
        </Button>
      )}
      {mayAdd && (
        <Button onPointerEnter={preparePlaceForm} onFocus={preparePlaceForm} onClick={() => setStep('add')}>
          {t('word.addPlace')}
        </Button>
      )}
      {step === 'import' && <ImportDrawer onClose={close} />}
      <Suspense>
        {step === 'add' && (
          <CreateLocationDrawer
            places={places}
            parent={place?.type === 'door' ? undefined : place}
            onClose={close}
            onCreated={onCreated}
          />
        )}
      </Suspense>
    </>
  );
}
