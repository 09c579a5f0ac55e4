import { useSyncExternalStore } from 'react';
import type { MatrixView, ViewState } from './view/matrix-view';

/** One part of the view state; renders again only when that part changes. */
export function useViewState<Part>(view: MatrixView, part: (state: ViewState) => Part): Part {
  return useSyncExternalStore(view.subscribe, () => part(view.get()));
}
