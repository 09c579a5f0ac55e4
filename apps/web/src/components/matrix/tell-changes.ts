import type { MatrixArea } from './source/matrix-source';
import type { MatrixView } from './view/matrix-view';

const restMs = 300;

type Listeners = { area: (area: MatrixArea | undefined) => void; zoom: (zoom: number) => void };

/** Says of each change of the selected area at once, and of the zoom once it rests: a pinch has a hundred. Answers what ends it. */
export function tellChanges(view: MatrixView, { area: onArea, zoom: onZoom }: Listeners): () => void {
  let told = view.get();
  let timer: number | undefined;
  const unsubscribe = view.subscribe(() => {
    const before = told;
    told = view.get();
    const { area, zoom } = told;
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
