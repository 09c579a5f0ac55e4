import { fittedTexts } from './paint/fitted-texts';
import { overviewPictures } from './paint/overview-pictures';
import { paint } from './paint/paint';
import { type Palette, readPalette } from './paint/palette';
import type { PaintCache, PaintedWords } from './paint/scene';
import { symbolPictures } from './paint/symbol-pictures';
import type { MatrixPlace, MatrixSource } from './source/matrix-source';
import {
  boxOf,
  extentOf,
  type Geometry,
  nearestPlace,
  offsetAfterZoom,
  offsetOf,
  offsetToShow,
  type Point,
  placeAt,
  type Range,
  type Size,
  scrollFor,
  visibleColumns,
  visibleRows,
} from './view/geometry';
import type { MatrixView } from './view/matrix-view';
import { measure } from './view/measure';
import { watchTheme } from './watch-theme';

type Elements = { scroller: HTMLElement; spacer: HTMLElement; stage: HTMLElement; canvas: HTMLCanvasElement };
type Shown = { source: MatrixSource; words: PaintedWords };

/**
 * The canvas of a matrix: follows its box, scrolling, theme and pixel ratio, and paints at most once per frame. The
 * browser scrolls an empty element of full size; the canvas stays in view and is repainted.
 */
export type CanvasStage = {
  show(shown: Shown): void;
  geometry(): Geometry;
  offset(): Point;
  /** Scrolls only as far as needed. */
  reveal(place: MatrixPlace): void;
  isSeen(place: MatrixPlace): boolean;
  /** Changes the size of cells; the content at this point of the view stays there. */
  zoom(zoom: number, at?: Point): void;
  placeAt(point: Point): MatrixPlace | undefined;
  /** The visible crossing nearest to a point, which may be outside. */
  nearestPlace(point: Point): MatrixPlace;
  boxOf(place: MatrixPlace): Point & Size;
  stop(): void;
};

export function createCanvasStage(elements: Elements, view: MatrixView, first: Shown): CanvasStage {
  const { scroller, spacer, stage, canvas } = elements;
  const context = canvas.getContext('2d', { alpha: false });
  let shown = first;
  let palette: Palette | undefined;
  let cache: CacheEntry | undefined;
  let size: Size = { width: scroller.clientWidth, height: scroller.clientHeight };
  let geometry = measureNow();
  let frame = 0;

  function measureNow(): Geometry {
    const { zoom } = view.get();
    return measure({ source: shown.source, zoom, view: size, unit: window.devicePixelRatio || 1 });
  }

  function layOut() {
    geometry = measureNow();
    const extent = extentOf(geometry);
    Object.assign(spacer.style, { width: `${extent.width}px`, height: `${extent.height}px` });
    Object.assign(stage.style, { width: `${size.width}px`, height: `${size.height}px` });
    schedule();
  }

  function resize() {
    const { cursor } = view.get();
    const before = size;
    const wasSeen = isSeen(cursor);
    size = { width: scroller.clientWidth, height: scroller.clientHeight };
    layOut();
    // Scroll bars may appear or disappear with the new extent.
    if (scroller.clientWidth !== size.width || scroller.clientHeight !== size.height) {
      size = { width: scroller.clientWidth, height: scroller.clientHeight };
      layOut();
    }
    // A drawer that opens beside it makes it narrower.
    if (wasSeen && (size.width < before.width || size.height < before.height)) reveal(cursor);
  }

  const isSeen = ({ row, column }: MatrixPlace) =>
    isWithin(visibleRows(geometry, offset()), row) && isWithin(visibleColumns(geometry, offset()), column);
  const reveal = (place: MatrixPlace) => scrollTo(offsetToShow(geometry, offset(), place));

  const offset = () => offsetOf(geometry, { x: Math.max(0, scroller.scrollLeft), y: Math.max(0, scroller.scrollTop) });
  const scrollTo = (to: Point) => {
    const { x, y } = scrollFor(geometry, to);
    scroller.scrollLeft = x;
    scroller.scrollTop = y;
    schedule();
  };
  const schedule = () => {
    if (frame === 0) frame = requestAnimationFrame(paintNow);
  };

  function paintNow() {
    frame = 0;
    const unit = window.devicePixelRatio || 1;
    const [width, height] = [Math.round(size.width * unit), Math.round(size.height * unit)];
    if (!context || width === 0 || height === 0) return;
    if (canvas.width !== width || canvas.height !== height) {
      Object.assign(canvas, { width, height });
      Object.assign(canvas.style, { width: `${width / unit}px`, height: `${height / unit}px` });
    }
    palette ??= readPalette(scroller, context);
    const { source, words } = shown;
    const cell = Math.round(geometry.cell.height * unit);
    cache = reuseCache(cache, { source, cell, unit, palette });
    const state = view.get();
    const isUnfinished = paint({
      context,
      source,
      geometry,
      offset: offset(),
      state,
      palette,
      unit,
      words,
      cache: cache.value,
    });
    if (isUnfinished) schedule();
  }

  function repaint() {
    palette = undefined;
    cache = undefined;
    layOut();
  }

  const stopWatching = watch(scroller, { resize, repaint, schedule });
  const unsubscribe = view.subscribe(schedule);
  resize();
  return {
    geometry: () => geometry,
    offset,
    show(next) {
      shown = next;
      layOut();
    },
    reveal,
    zoom(zoom, at = middleOf(size)) {
      const [before, from] = [geometry, offset()];
      view.set({ zoom, explained: undefined });
      layOut();
      resize();
      scrollTo(offsetAfterZoom(before, geometry, { offset: from, at }));
    },
    isSeen,
    placeAt: (point) => placeAt(geometry, offset(), point),
    nearestPlace: (point) => nearestPlace(geometry, offset(), point),
    boxOf: (place) => boxOf(geometry, offset(), place),
    stop() {
      cancelAnimationFrame(frame);
      stopWatching();
      unsubscribe();
    },
  };
}

/** Pictures and texts, with what they were created for. */
type CacheEntry = { value: PaintCache; source: MatrixSource; version: MatrixSource['version']; cell: number };
type CacheKey = { source: MatrixSource; cell: number; unit: number; palette: Palette };

function reuseCache(cache: CacheEntry | undefined, { source, cell, unit, palette }: CacheKey): CacheEntry {
  const isSame = cache?.source === source && cache.version === source.version;
  if (cache && isSame && cache.cell === cell) return cache;
  const value: PaintCache = {
    symbols: cache?.cell === cell ? cache.value.symbols : symbolPictures(cell, unit, palette),
    overview: isSame && cache ? cache.value.overview : overviewPictures(source, palette),
    fitted: cache?.value.fitted ?? fittedTexts(),
  };
  return { value, source, version: source.version, cell };
}

/** Headings are always visible. */
const isWithin = ({ first, last }: Range, index: number) => index < 0 || (index >= first && index <= last);

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

type Handlers = { resize: () => void; repaint: () => void; schedule: () => void };

/** Watches everything outside that affects painting: box, scrolling, theme, pixel ratio, fonts. */
function watch(scroller: HTMLElement, { resize, repaint, schedule }: Handlers): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const box = new ResizeObserver(resize);
  box.observe(scroller);
  watchTheme(repaint, signal);
  scroller.addEventListener('scroll', schedule, { signal, passive: true });
  watchPixels(repaint, signal);
  document.fonts?.ready.then(() => !signal.aborted && repaint());
  return () => {
    stopped.abort();
    box.disconnect();
  };
}

/** On another screen or page zoom the pixel ratio changes; each ratio needs a new query. */
function watchPixels(repaint: () => void, signal: AbortSignal) {
  window.matchMedia(`(resolution: ${window.devicePixelRatio || 1}dppx)`).addEventListener(
    'change',
    () => {
      repaint();
      watchPixels(repaint, signal);
    },
    { once: true, signal },
  );
}
