import type { MatrixArea } from './source/matrix-source';
import type { MatrixView } from './view/matrix-view';

const restMs = 300;

type Listeners = { area: (area: MatrixArea | undefined) => void; zoom: (zoom: number) => void };

/**
 * Reports each change of the selected area at once, and the zoom once it rests, as a pinch has many steps. @returns
 * how to stop
 */
export function watchView(view: MatrixView, { area: onArea, zoom: onZoom }: Listeners): () => void {
  let current = view.get();
  let timer: number | undefined;
  const unsubscribe = view.subscribe(() => {
    const before = current;
    current = view.get();
    const { area, zoom } = current;
    if (area !== before.area) onArea(area);
    if (zoom === before.zoom) return;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => onZoom(zoom), restMs);
  });
  return () => {
    unsubscribe();
    window.clearTimeout(timer);
  };
}
