import { useSyncExternalStore } from 'react';
import type { MatrixView, ViewState } from './view/matrix-view';

/** One part of what a reader does; renders anew only when that part changes. */
export function useViewState<Part>(view: MatrixView, part: (state: ViewState) => Part): Part {
  return useSyncExternalStore(view.subscribe, () => part(view.get()));
}
