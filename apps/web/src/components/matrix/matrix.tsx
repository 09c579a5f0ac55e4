import { type ReactNode, useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessibleGrid } from './accessible-grid';
import { type CanvasStage, createCanvasStage } from './canvas-stage';
import { Explained } from './explained';
import { FindField } from './find-field';
import { handleKeys } from './handle-keys';
import { handlePointer } from './handle-pointer';
import { Legend, type LegendEntry } from './legend';
import type { MatrixArea, MatrixPlace, MatrixSource } from './source/matrix-source';
import { createSteadyCursor } from './steady-cursor';
import { useVersion } from './use-version';
import { groupAt } from './view/keyboard';
import { createMatrixView, type MatrixTarget } from './view/matrix-view';
import { usualZoom } from './view/zoom';
import { watchView } from './watch-view';
import { ZoomButtons } from './zoom-buttons';
import './matrix.css';

type Props = {
  source: MatrixSource;
  /** Accessible name of the grid. */
  label: string;
  /** Text in the corner: what rows and columns are. */
  corner?: string;
  /** Before the search field: controls that choose rows and columns. */
  tools?: ReactNode;
  /** The symbols in use, explained below. */
  legend?: readonly LegendEntry[];
  /**
   * Explains a crossing or heading, shown beside it on hover, on Enter and on a long press. Undefined for no
   * explanation.
   */
  explain?: (place: MatrixPlace) => ReactNode;
  /** Additional words for screen readers after the name of a crossing: hours, a rule. */
  describe?: (place: MatrixPlace) => string | undefined;
  /** Called on Enter, and on click without `onToggle`. Without it the explanation is pinned. */
  onOpen?: (place: MatrixPlace) => void;
  /** Called on Space or click on a crossing: grant or revoke. */
  onToggle?: (place: MatrixPlace) => void;
  /** Called on Delete on a crossing: revoke. */
  onClear?: (place: MatrixPlace) => void;
  /** Called when the selected area changes, also while it is being drawn; undefined for none. */
  onSelect?: (area: MatrixArea | undefined) => void;
  /** The initial size of cells; defaults to that of the device. */
  zoom?: number;
  /** Called when the size of cells changes; undefined for the default. */
  onZoom?: (zoom: number | undefined) => void;
};

/** Rows by columns on a canvas, with their headings, for any number of them. */
export function Matrix(props: Props) {
  const { source, label, corner = '', tools, legend, explain, describe } = props;
  const { t } = useTranslation('matrix');
  const id = useId();
  const [usual] = useState(() => usualZoom(window.matchMedia('(pointer: coarse)').matches));
  const [view] = useState(() => createMatrixView(props.zoom ?? usual));
  const [cursor] = useState(() => createSteadyCursor(view));
  const version = useVersion(source);
  const scroller = useRef<HTMLDivElement>(null);
  const spacer = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const stageBox = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const stage = useRef<CanvasStage>(undefined);
  const keys = useRef<(event: React.KeyboardEvent) => void>(undefined);
  const totals = t('totals');
  const latest = useRef({ ...props, words: { corner, totals } });
  latest.current = { ...props, words: { corner, totals } };

  useEffect(() => {
    if (!scroller.current || !spacer.current || !stageBox.current || !canvas.current) return;
    const elements = {
      scroller: scroller.current,
      spacer: spacer.current,
      stage: stageBox.current,
      canvas: canvas.current,
    };
    const made = createCanvasStage(elements, view, latest.current);
    stage.current = made;
    const pin = (place: MatrixPlace) => view.set({ explained: { ...place, isPinned: true } });
    const open = (place: MatrixPlace) => (latest.current.onOpen ?? pin)(place);
    const press = (place: MatrixPlace) => {
      const group = groupAt(latest.current.source, place);
      const axis = place.column < 0 ? 'rows' : 'columns';
      if (group) latest.current.source[axis].toggle?.(group);
      else if (place.row >= 0 && place.column >= 0) (latest.current.onToggle ?? open)(place);
    };
    const shared = { stage: made, view, source: () => latest.current.source };
    keys.current = handleKeys({
      ...shared,
      onOpen: open,
      onToggle: (place) => (latest.current.onToggle ?? open)(place),
      onClear: (place) => latest.current.onClear?.(place),
    });
    const stopPointer = handlePointer({
      ...shared,
      scroller: elements.scroller,
      onPress: press,
      onTap: open,
      focus: () => grid.current?.focus({ preventScroll: true }),
    });
    const stopWatching = watchView(view, {
      area: (area) => latest.current.onSelect?.(area),
      zoom: (zoom) => latest.current.onZoom?.(zoom === usual ? undefined : zoom),
    });
    return () => {
      stopWatching();
      stopPointer();
      made.stop();
    };
  }, [view, usual]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version of the same source is painted too
  useLayoutEffect(() => {
    const before = view.get().cursor;
    const wasSeen = stage.current?.isSeen(before);
    cursor.follow(source);
    const hasArrived = cursor.arrive();
    stage.current?.show({ source, words: { corner, totals } });
    const at = view.get().cursor;
    if (hasArrived || (wasSeen && at !== before)) stage.current?.reveal(at);
  }, [source, version, corner, totals, view]);

  const getStage = useCallback(() => stage.current, []);
  const goToTarget = (pendingTarget: MatrixTarget) => {
    view.set({ pendingTarget });
    if (cursor.arrive()) stage.current?.reveal(view.get().cursor);
    else source[pendingTarget.axis].reveal?.(pendingTarget.key);
  };
  return (
    <div className="matrix">
      <div className="matrix-bar">
        {tools}
        <FindField source={source} view={view} onSeek={goToTarget} />
        <ZoomButtons view={view} stage={getStage} source={source} />
      </div>
      <div className="matrix-box">
        <div ref={scroller} className="matrix-scroller">
          <div ref={spacer}>
            <div ref={stageBox} className="matrix-stage">
              <canvas ref={canvas} aria-hidden />
              <AccessibleGrid
                ref={grid}
                id={id}
                label={label}
                source={source}
                view={view}
                describe={describe}
                mayChooseAreas={props.onSelect !== undefined}
                onKeyDown={(event) => keys.current?.(event)}
              />
            </div>
          </div>
        </div>
        {explain && <Explained view={view} stage={getStage} explain={explain} />}
      </div>
      <div className="matrix-foot">
        {legend && <Legend entries={legend} />}
        <span id={`${id}-keys`} className="matrix-hint">
          {t('keys')}
        </span>
      </div>
    </div>
  );
}
