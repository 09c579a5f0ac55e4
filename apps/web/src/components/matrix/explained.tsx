import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { CanvasStage } from './canvas-stage';
import type { MatrixPlace } from './source/matrix-source';
import { useViewState } from './use-view-state';
import type { MatrixView } from './view/matrix-view';

const distance = 8;

type Props = {
  view: MatrixView;
  stage: () => CanvasStage | undefined;
  explain: (place: MatrixPlace) => ReactNode;
};

/**
 * Explains a crossing, beside it and never over it. A pinned explanation takes the pointer, so its links can be
 * clicked.
 */
export function Explained({ view, stage, explain }: Props) {
  const explained = useViewState(view, (state) => state.explained);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const cell = explained && stage()?.boxOf(explained);
    if (!cell || !box.current) return;
    const { offsetWidth: width, offsetHeight: height, offsetParent } = box.current;
    const room = { width: offsetParent?.clientWidth ?? 0, height: offsetParent?.clientHeight ?? 0 };
    const below = cell.y + cell.height + distance;
    const top = below + height <= room.height ? below : Math.max(distance, cell.y - height - distance);
    const left = Math.min(cell.x + cell.width + distance, room.width - width - distance);
    Object.assign(box.current.style, { top: `${top}px`, left: `${Math.max(distance, left)}px` });
  });
  const words = explained && explain(explained);
  if (!explained || !words) return null;
  return (
    <div ref={box} className="matrix-explained" data-pinned={explained.isPinned} role="status">
      {words}
    </div>
  );
}
