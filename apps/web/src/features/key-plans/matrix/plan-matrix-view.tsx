import type { KeyPlan, MatrixRows } from '@key2xs/contract';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LegendEntry } from '#components/matrix/legend';
import { Matrix } from '#components/matrix/matrix';
import type { MatrixArea, MatrixPlace } from '#components/matrix/source/matrix-source';
import { loadChunk } from '#lib/chunk';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
import { useEditing } from '../drafts/editing';
import { HistoryButtons } from '../drafts/history-buttons';
import { keyPlanSearch } from '../key-plan-search';
import { columnName } from './axes/column-tree';
import { MatrixLine } from './axes/matrix-line';
import type { Shown } from './axes/shown-sides';
import { labelOf, mayAnyOpen, requestedEdit } from './edit/requested-edit';
import { closedGroups, ExportButton } from './export-button';
import type { OpenDrawer } from './matrix-drawers';
import type { PlanMatrixSource } from './matrix-source-of';
import { MatrixTools } from './matrix-tools';
import type { PlanMatrixModel } from './plan-matrix-model';
import './plan-matrix.css';

type Props = {
  plan: KeyPlan;
  shown: Shown;
  rows: MatrixRows;
  model: PlanMatrixModel;
  source: PlanMatrixSource;
  /** The shown data is of an earlier request; the newest is loading. */
  isReading: boolean;
};

const loadDrawers = () => loadChunk('MatrixDrawer', () => import('./matrix-drawers'));
const MatrixDrawer = lazy(async () => ({ default: (await loadDrawers()).MatrixDrawer }));
const loadHover = () => loadChunk('CrossingHover', () => import('./crossing/crossing-hover'));
/** After a failure the first drawer that opens tries again. */
const prepare = () => void loadDrawers().catch(() => undefined);

/** The matrix of a plan, with explanations of crossings and edits of them. */
export function PlanMatrixView({ plan, shown, rows, model, source, isReading }: Props) {
  const { t } = useTranslation('plan-matrix');
  const [{ view, zoom }, setState] = useUrlState(keyPlanSearch);
  const [open, setOpen] = useState<OpenDrawer>();
  const [area, setArea] = useState<MatrixArea>();
  // Not lazy: what explains a crossing is placed by its size, so it has to be there whole.
  const [CrossingHover, setHover] = useState<Awaited<ReturnType<typeof loadHover>>['CrossingHover']>();
  const { step } = useEditing();
  const toast = useToast();
  const close = () => setOpen(undefined);

  const crossingAt = ({ row, column }: MatrixPlace) => {
    const [line, node] = [source.rowAt(row), model.columns[source.columns.nodeAt(column)]];
    return line && node && { row: line, column: node };
  };
  const propose = (area: MatrixArea, grant: boolean) => {
    if (!shown.isEditable) return;
    if (!grant && !mayAnyOpen(source, area)) return toast.warning(t('hindered.noAccess'));
    const edit = requestedEdit({ model, source, area, grant });
    if (typeof edit === 'string') toast.warning(t(`hindered.${edit}`));
    else setOpen({ kind: 'proposal', requested: edit });
  };
  const explain = (place: MatrixPlace) => {
    const crossing = crossingAt(place);
    if (crossing) setOpen({ kind: 'crossing', ...crossing, place });
  };
  const toggle = (place: MatrixPlace) => {
    if (!shown.isEditable) return explain(place);
    const cell = source.cell(place.row, place.column);
    if (cell) propose(areaOf(place), cell.share < 1);
  };
  const onKey = (event: KeyboardEvent) => {
    const act = actOf(event, area !== undefined);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    if (act === 'undo' || act === 'redo') step(act);
    else if (area) propose(area, act === 'grant');
  };

  return (
    <section
      className="panel plan-matrix"
      data-full={view === 'full' || undefined}
      data-reading={isReading || undefined}
      onKeyDownCapture={onKey}
    >
      <div className="plan-matrix-head">
        {area && shown.isEditable ? (
          <AreaActions area={area} mayTakeBack={mayAnyOpen(source, area)} onAsk={(grant) => propose(area, grant)} />
        ) : (
          <MatrixLine plan={plan} matrix={model.matrix} shown={shown} rows={rows} />
        )}
        <div className="plan-matrix-acts">
          {shown.isEditable && <HistoryButtons />}
          <ExportButton planId={plan.id} sides={shown.sides} rows={rows} collapsed={closedGroups(model, source)} />
          <FullScreen isFull={view === 'full'} onToggle={(isFull) => setState({ view: isFull ? 'full' : undefined })} />
        </div>
      </div>
      <Matrix
        source={source}
        label={t('label', { plan: plan.name })}
        corner={t(`corner.${rows}`)}
        tools={<MatrixTools plan={plan} shown={shown} rows={rows} model={model} source={source} />}
        zoom={zoom}
        onZoom={(chosen) => setState({ zoom: chosen })}
        legend={legendOf(shown)}
        explain={(place) => {
          prepare(); // who looks at a crossing may open it next
          if (!CrossingHover)
            loadHover().then(
              (loaded) => setHover(() => loaded.CrossingHover),
              () => undefined,
            );
          const crossing = crossingAt(place);
          const people = crossing?.row.people;
          if (!crossing || !people || !CrossingHover) return undefined;
          const { row, column } = crossing;
          const names = { who: labelOf(row), what: columnName(model.columns, column) };
          return <CrossingHover {...names} matrix={model.matrix} row={people} column={column} layer={shown.layer} />;
        }}
        onOpen={explain}
        onToggle={toggle}
        onClear={(place) => propose(areaOf(place), false)}
        onSelect={setArea}
      />
      {open && (
        <Suspense>
          <MatrixDrawer
            open={open}
            plan={plan}
            model={model}
            onAsk={shown.isEditable ? (place, grant) => propose(areaOf(place), grant) : undefined}
            onClose={close}
          />
        </Suspense>
      )}
    </section>
  );
}

const areaOf = ({ row, column }: MatrixPlace): MatrixArea => ({ rows: [row, row], columns: [column, column] });

/** What a key does here that the grid does not know; fields keep their own undo. */
function actOf(event: KeyboardEvent, hasArea: boolean): 'undo' | 'redo' | 'grant' | 'takeBack' | undefined {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (altKey || (target instanceof Element && target.matches('input, textarea, select'))) return undefined;
  if (ctrlKey || metaKey) {
    if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo';
    return key.toLowerCase() === 'y' ? 'redo' : undefined;
  }
  if (!hasArea) return undefined;
  if (key.toLowerCase() === 'g') return 'grant';
  return key === 'Delete' || key === 'Backspace' ? 'takeBack' : undefined;
}

function legendOf({ kind, sides }: Shown): LegendEntry[] {
  const usual: LegendEntry[] = ['door', 'group', 'place', 'profile', 'direct', 'share', 'limited'];
  const changes: LegendEntry[] = sides.from === sides.to ? [] : ['gained', 'lost'];
  const isInForce = kind !== 'compare' && sides.from === 'in_force';
  return [...usual, ...changes, ...(isInForce ? (['pending'] as const) : []), 'conflict'];
}

type AreaProps = { area: MatrixArea; mayTakeBack: boolean; onAsk: (grant: boolean) => void };

function AreaActions({ area: { rows, columns }, mayTakeBack, onAsk }: AreaProps) {
  const { t } = useTranslation('plan-matrix');
  return (
    <div className="plan-matrix-line">
      <strong>{t('area', { rows: rows[1] - rows[0] + 1, columns: columns[1] - columns[0] + 1 })}</strong>
      <Button size="xs" onClick={() => onAsk(true)}>
        {t('grantKey')}
      </Button>
      {mayTakeBack && (
        <Button size="xs" variant="default" onClick={() => onAsk(false)}>
          {t('takeBackKey')}
        </Button>
      )}
    </div>
  );
}

function FullScreen({ isFull, onToggle }: { isFull: boolean; onToggle: (isFull: boolean) => void }) {
  const { t } = useTranslation('plan-matrix');
  const label = t(isFull ? 'leaveFullScreen' : 'fullScreen');
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="md" aria-label={label} onClick={() => onToggle(!isFull)}>
        {isFull ? <IconMinimize size={16} aria-hidden /> : <IconMaximize size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
