import { lazy } from 'react';
import { loadChunk } from '#lib/chunk';

const load = () => loadChunk('EditSourceDrawer', () => import('./edit-source-drawer'));

/** Its forms are fetched when it is first wanted. */
export const EditSourceDrawer = lazy(async () => ({ default: (await load()).EditSourceDrawer }));

/** Preloads on hover or focus. After a failure, pressing the button tries again. */
export const prepareEditing = () => void load().catch(() => undefined);
