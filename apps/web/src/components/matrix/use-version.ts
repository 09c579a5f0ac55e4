import { useSyncExternalStore } from 'react';
import type { MatrixSource } from './source/matrix-source';

const never = () => () => undefined;

/** Renders anew when a source says that it has changed. */
export const useVersion = (source: MatrixSource): MatrixSource['version'] =>
  useSyncExternalStore(source.subscribe ?? never, () => source.version);
