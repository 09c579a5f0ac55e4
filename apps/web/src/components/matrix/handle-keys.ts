import type { CanvasStage } from './canvas-stage';
import type { MatrixPlace, MatrixSource } from './source/matrix-source';
import { areaBetween } from './view/area';
import { bodyOf } from './view/geometry';
import { actOf, groupAt, type KeyAct } from './view/keyboard';
import type { MatrixView } from './view/matrix-view';
import { isTypingAhead, nothingTyped, rowThatBegins, typeAhead } from './view/type-ahead';
import { usualZoom, zoomStep } from './view/zoom';

type Handled = {
  stage: CanvasStage;
  view: MatrixView;
  source: () => MatrixSource;
  onOpen: (place: MatrixPlace) => void;
  onToggle: (place: MatrixPlace) => void;
  onClear: (place: MatrixPlace) => void;
};

/** The keyboard of a matrix, including typing ahead. */
export function handleKeys(handled: Handled): (event: React.KeyboardEvent) => void {
  const { stage, view, source } = handled;
  let typed = nothingTyped;
  return (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (altKey || event.target !== event.currentTarget) return;
    const isText = key.length === 1 && !ctrlKey && !metaKey;
    if (isText && (isTypingAhead(typed, event.timeStamp) || /[\p{L}1-9]/u.test(key))) {
      event.preventDefault();
      typed = typeAhead(typed, key, event.timeStamp);
      const row = rowThatBegins(source().rows, typed.text, view.get().cursor.row);
      if (row !== undefined) go(handled, { kind: 'go', to: { ...view.get().cursor, row }, extends: false });
      return;
    }
    const { cell } = stage.geometry();
    const page = Math.max(1, Math.floor(bodyOf(stage.geometry()).height / cell.height) - 1);
    const act = actOf(
      { key, isCtrl: ctrlKey || metaKey, isShift: shiftKey },
      { source: source(), cursor: view.get().cursor, page },
    );
    if (!act || (act.kind === 'leave' && !leave(handled))) return;
    event.preventDefault();
    doAct(handled, act);
  };
}

function doAct(handled: Handled, act: KeyAct) {
  const { stage, view, source, onOpen, onToggle, onClear } = handled;
  const { cursor, zoom } = view.get();
  const hasText = source().text !== undefined;
  switch (act.kind) {
    case 'go':
      return go(handled, act);
    case 'fold':
      return fold(source(), cursor, act);
    case 'open':
      return onOpen(cursor);
    case 'toggle':
      return onToggle(cursor);
    case 'clear':
      if (cursor.row >= 0 && cursor.column >= 0) onClear(cursor);
      return;
    case 'zoom-in':
      return stage.zoom(zoomStep(zoom, 1, hasText));
    case 'zoom-out':
      return stage.zoom(zoomStep(zoom, -1, hasText));
    case 'zoom-usual':
      return stage.zoom(usualZoom(false));
  }
}

function go({ stage, view }: Handled, { to, extends: isExtending }: KeyAct & { kind: 'go' }) {
  const { cursor, anchor } = view.get();
  const from = isExtending ? (anchor ?? cursor) : undefined;
  view.set({ cursor: to, hover: undefined, explained: undefined, anchor: from, area: from && areaBetween(from, to) });
  stage.reveal(to);
}

/** Escape leaves one mode after the other; false when none was left. */
function leave({ view }: Handled): boolean {
  const { explained, area } = view.get();
  if (explained) view.set({ explained: undefined });
  else if (area) view.set({ area: undefined, anchor: undefined });
  return explained !== undefined || area !== undefined;
}

function fold(source: MatrixSource, cursor: MatrixPlace, { axis, key }: KeyAct & { kind: 'fold' }) {
  if (groupAt(source, cursor)) source[axis].toggle?.(key);
}
