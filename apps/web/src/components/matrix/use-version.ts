import { useSyncExternalStore } from 'react';
import type { MatrixSource } from './source/matrix-source';

const never = () => () => undefined;

/** Renders again when a source has a new version. */
export const useVersion = (source: MatrixSource): MatrixSource['version'] =>
  useSyncExternalStore(source.subscribe ?? never, () => source.version);
