import { lazy } from 'react';
import { loadChunk } from '#lib/chunk';

const load = () => loadChunk('EditSourceDrawer', () => import('./edit-source-drawer'));

/** The forms are loaded on demand. */
export const EditSourceDrawer = lazy(async () => ({ default: (await load()).EditSourceDrawer }));

/** Preloads on hover or focus. After a failure, pressing the button tries again. */
export const prepareEditing = () => void load().catch(() => undefined);
