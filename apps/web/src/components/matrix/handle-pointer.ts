import type { CanvasStage } from './canvas-stage';
import type { MatrixPlace, MatrixSource } from './source/matrix-source';
import { areaBetween, isSamePlace } from './view/area';
import { beyondBody, type Point } from './view/geometry';
import { groupAt } from './view/keyboard';
import type { MatrixView } from './view/matrix-view';
import { zoomTo } from './view/zoom';

const restMs = 220;
const longPressMs = 500;
/** Delay between rows or columns added to a selection while the pointer is held outside. */
const pullMs = 80;

type Handled = {
  scroller: HTMLElement;
  stage: CanvasStage;
  view: MatrixView;
  source: () => MatrixSource;
  focus: () => void;
  /** A click; also a tap on the heading of a group. */
  onPress: (place: MatrixPlace) => void;
  /** A tap. Fingers are imprecise, so it first shows what is there. */
  onTap: (place: MatrixPlace) => void;
};

/**
 * Mouse: hover, click, drag. Finger: tap, long press; the browser pans. Ctrl+wheel and pinch zoom. @returns how to
 * stop
 */
export function handlePointer(handled: Handled): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const { scroller } = handled;
  const drag = dragging(handled);
  const rest = resting(handled);
  scroller.addEventListener('pointermove', (event) => drag.move(event) || rest.move(event), { signal });
  scroller.addEventListener('pointerleave', rest.leave, { signal });
  scroller.addEventListener(
    'pointerdown',
    (event) => {
      rest.leave();
      drag.down(event);
    },
    { signal },
  );
  scroller.addEventListener('pointerup', drag.up, { signal });
  scroller.addEventListener('pointercancel', drag.cancel, { signal });
  scroller.addEventListener('scroll', rest.leave, { signal, passive: true });
  zoomByWheel(handled, signal);
  zoomByPinch(handled, signal);
  return () => {
    rest.leave();
    drag.cancel();
    stopped.abort();
  };
}

const pointIn = (element: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const box = element.getBoundingClientRect();
  return { x: clientX - box.left - element.clientLeft, y: clientY - box.top - element.clientTop };
};

/** The position of the pointer, and after a rest, the explanation there. */
function resting({ scroller, stage, view }: Handled) {
  let timer: number | undefined;
  const unexplain = () => {
    window.clearTimeout(timer);
    if (view.get().explained?.isPinned === false) view.set({ explained: undefined });
  };
  return {
    move(event: PointerEvent) {
      if (event.pointerType === 'touch') return;
      const hover = stage.placeAt(pointIn(scroller, event));
      if (isSamePlace(hover, view.get().hover)) return;
      unexplain();
      view.set({ hover });
      if (!hover || view.get().explained) return;
      timer = window.setTimeout(() => view.set({ explained: { ...hover, isPinned: false } }), restMs);
    },
    leave() {
      unexplain();
      view.set({ hover: undefined });
    },
  };
}

/** From press to release: a click, a selection or a long press. */
function dragging({ scroller, stage, view, source, focus, onPress, onTap }: Handled) {
  let start: MatrixPlace | undefined;
  let hasMoved = false;
  let timer: number | undefined;
  const isCell = (place: MatrixPlace | undefined): place is MatrixPlace =>
    !!place && place.row >= 0 && place.column >= 0;
  const select = (from: MatrixPlace, to: MatrixPlace) => {
    hasMoved = true;
    view.set({ cursor: to, anchor: from, area: areaBetween(from, to) });
  };
  const pull = pulling(({ row, column }) => {
    if (!start) return;
    const { cursor } = view.get();
    const { rows, columns } = source();
    const to = { row: held(cursor.row + row, rows.length), column: held(cursor.column + column, columns.length) };
    if (isSamePlace(to, cursor)) return;
    select(start, to);
    stage.reveal(to);
  });
  const end = () => {
    window.clearTimeout(timer);
    pull.stop();
    start = undefined;
    hasMoved = false;
  };
  return {
    down(event: PointerEvent) {
      if (!event.isPrimary) return end(); // a second finger: a pinch
      if (event.button !== 0) return;
      start = stage.placeAt(pointIn(scroller, event));
      if (!start) return;
      event.preventDefault(); // otherwise the browser moves the focus to the page
      focus();
      const pressed = start;
      if (event.pointerType === 'touch') {
        timer = window.setTimeout(() => {
          view.set({ cursor: pressed, explained: { ...pressed, isPinned: true } });
          end();
        }, longPressMs);
        return;
      }
      scroller.setPointerCapture(event.pointerId);
      if (event.shiftKey && isCell(start)) start = view.get().cursor;
      else view.set({ cursor: start, anchor: undefined, area: undefined, explained: undefined });
    },
    /** Whether this was part of a drag. */
    move(event: PointerEvent): boolean {
      if (!isCell(start) || event.pointerType === 'touch') return start !== undefined;
      const point = pointIn(scroller, event);
      const to = stage.nearestPlace(point);
      // Scrolls only while the pointer is outside: otherwise the content under it would move away.
      pull.to(beyondBody(stage.geometry(), point));
      if (!isSamePlace(to, start) || hasMoved) select(start, to);
      return true;
    },
    up(event: PointerEvent) {
      const pressed = start;
      const wasMoved = hasMoved;
      end();
      if (!pressed || wasMoved) return;
      const to = stage.placeAt(pointIn(scroller, event));
      if (event.shiftKey && isCell(pressed)) {
        if (isCell(to)) view.set({ cursor: to, anchor: pressed, area: areaBetween(pressed, to) });
        return;
      }
      if (!isSamePlace(to, pressed)) return; // released elsewhere: not intended
      const isTouch = event.pointerType === 'touch';
      const { explained } = view.get();
      view.set({ cursor: pressed, anchor: undefined, area: undefined, explained: undefined });
      if (!isTouch || groupAt(source(), pressed)) onPress(pressed);
      else if (!explained?.isPinned) onTap(pressed);
    },
    cancel: end,
  };
}

const held = (index: number, length: number) => Math.max(0, Math.min(length - 1, index));

/** Repeats steps in a direction until stopped. */
function pulling(step: (direction: MatrixPlace) => void) {
  let timer: number | undefined;
  let direction: MatrixPlace = { row: 0, column: 0 };
  const stop = () => {
    window.clearInterval(timer);
    timer = undefined;
  };
  return {
    to(next: MatrixPlace) {
      direction = next;
      if (next.row === 0 && next.column === 0) stop();
      else timer ??= window.setInterval(() => step(direction), pullMs);
    },
    stop,
  };
}

function zoomByWheel({ scroller, stage, view }: Handled, signal: AbortSignal) {
  let size = 0;
  const zoom = (event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const before = view.get().zoom;
    // Small turns add up: sizes are whole pixels.
    size = (zoomTo(size) === before ? size : before) * Math.exp(-event.deltaY * 0.004);
    if (zoomTo(size) !== before) stage.zoom(zoomTo(size), pointIn(scroller, event));
  };
  scroller.addEventListener('wheel', zoom, { signal, passive: false });
}

function zoomByPinch({ scroller, stage, view }: Handled, signal: AbortSignal) {
  let began: { distance: number; zoom: number } | undefined;
  const distance = ([a, b]: TouchList | Touch[]) =>
    a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  scroller.addEventListener(
    'touchstart',
    ({ touches }) => {
      began = touches.length === 2 ? { distance: distance(touches), zoom: view.get().zoom } : undefined;
    },
    { signal, passive: true },
  );
  scroller.addEventListener(
    'touchmove',
    (event) => {
      const [a, b] = event.touches;
      if (!began || !a || !b) return;
      event.preventDefault();
      const zoom = zoomTo((began.zoom * distance(event.touches)) / began.distance);
      const middle = { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 };
      if (zoom !== view.get().zoom) stage.zoom(zoom, pointIn(scroller, middle));
    },
    { signal, passive: false },
  );
}
