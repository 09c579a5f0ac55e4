import { lazy } from 'react';
import { loadChunk } from '#lib/chunk';

const load = () => loadChunk('LocationDrawers', () => import('./edit/location-drawers'));

/** The forms are loaded on demand, in a chunk of their own. */
export const CreateLocationDrawer = lazy(async () => ({ default: (await load()).CreateLocationDrawer }));
export const EditLocationDrawer = lazy(async () => ({ default: (await load()).EditLocationDrawer }));

/** Preloads on hover or focus. After a failure, pressing the button tries again. */
export const preparePlaceForm = () => void load().catch(() => undefined);
