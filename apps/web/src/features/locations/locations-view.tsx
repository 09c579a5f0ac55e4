import type { LocationTree as Tree } from '@key2xs/contract';
import { listDoubleNames, listWithoutOwner } from '@key2xs/domain';
import { IconArrowLeft } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTense } from '#components/access/moment-picker';
import { AccessOfDoors } from '#components/access/week/access-of-doors';
import { loadChunk } from '#lib/chunk';
import { Empty, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useViewportWidth } from '#ui/viewport-width';
import { PlaceHead } from './place-head';
import { CylindersHere } from './placing/cylinders-here';
import { PlacedNotice } from './placing/placed-notice';
import type { Placed } from './placing/use-placing';
import { ChangedTexts } from './review/changed-texts';
import { ProposalPanel } from './review/proposal-panel';
import { ReviewTable } from './review/review-table';
import type { View } from './shown-view';
import { LocationTree } from './tree/location-tree';

const FloorPlanPanel = lazy(async () => {
  const { FloorPlanPanel } = await loadChunk('FloorPlan', () => import('./floor-plan/floor-plan-panel'));
  return { default: FloorPlanPanel };
});

type Props = {
  tree: Tree;
  view: View;
  chosen: string | undefined;
  go: (view: View, id?: string | null) => void;
};

export function LocationsView(props: Props) {
  const { t } = useTranslation('locations');
  const { tree, view, chosen, go } = props;
  const { places } = tree;
  const [placed, setPlaced] = useState<Placed>();
  const toPlace = (id: string) => go('tree', id);
  const notice = placed && <PlacedNotice placed={placed} onClose={() => setPlaced(undefined)} />;
  if (view === 'proposal') return <ProposalPanel onClose={() => go('tree')} />;
  if (view === 'plan') {
    return (
      <Suspense fallback={<Loading label={t('loading')} />}>
        {chosen !== undefined && <FloorPlanPanel key={chosen} id={chosen} places={places} go={go} />}
      </Suspense>
    );
  }
  if (view === 'tree') {
    return (
      <>
        {notice}
        <TreeAndCylinders {...props} onPlaced={setPlaced} />
      </>
    );
  }
  const none = { noMatch: t('cylinders.noneUnplaced'), noMatchHint: t('cylinders.noneUnplacedHint') };
  return (
    <>
      {notice}
      <Panel>
        {view === 'unplaced' && (
          <CylindersHere
            places={places}
            shows="text"
            words={none}
            empty={<Empty title={none.noMatch} hint={none.noMatchHint} />}
            onPlaced={setPlaced}
          />
        )}
        {view === 'withoutOwner' && (
          <ReviewTable kind={view} found={listWithoutOwner(places)} places={places} onChoose={toPlace} />
        )}
        {view === 'doubleNames' && (
          <ReviewTable kind={view} found={listDoubleNames(places)} places={places} onChoose={toPlace} />
        )}
        {view === 'differs' && <ChangedTexts />}
      </Panel>
    </>
  );
}

const besideFrom = 900;

/** Side by side in a wide window; else the tree first, then the selected place. */
function TreeAndCylinders({ tree, chosen, go, onPlaced }: Props & { onPlaced: (placed: Placed) => void }) {
  const { t } = useTranslation('locations');
  const isBeside = useViewportWidth() >= besideFrom;
  const isPast = useTense() === 'past';
  const { places } = tree;
  const place = places.find(({ id }) => id === chosen);
  if (places.length === 0) {
    return (
      <Panel>
        <Empty title={t('none.title')} hint={t('none.hint')} />
      </Panel>
    );
  }
  const choose = (id: string | null) => go('tree', id);
  return (
    <div className="places">
      {(isBeside || !place) && (
        <Panel>
          {isPast && <p className="mute place-tree-none">{t('tree.today')}</p>}
          <LocationTree places={places} chosen={chosen} onChoose={choose} />
        </Panel>
      )}
      {(isBeside || place) && (
        <Panel>
          {!isBeside && (
            <button type="button" className="page-back place-back" onClick={() => choose(null)}>
              <IconArrowLeft size={15} aria-hidden />
              {t('tabs.tree')}
            </button>
          )}
          {place && <PlaceHead id={place.id} places={places} onChoose={choose} onPlan={() => go('plan', place.id)} />}
          {place && (
            <div className="place-who">
              <AccessOfDoors of="location" id={place.id} />
            </div>
          )}
          {!isPast && (
            <CylindersHere
              key={chosen}
              places={places}
              shows="place"
              within={place}
              empty={<Empty title={t('cylinders.none')} hint={t('cylinders.inventory')} />}
              onPlaced={onPlaced}
            />
          )}
        </Panel>
      )}
    </div>
  );
}
