import { lazy } from 'react';
import { loadChunk } from '#lib/chunk';

const load = () => loadChunk('LocationDrawers', () => import('./edit/location-drawers'));

/** Its form is fetched when it is first wanted, as is that of the next. */
export const CreateLocationDrawer = lazy(async () => ({ default: (await load()).CreateLocationDrawer }));
export const EditLocationDrawer = lazy(async () => ({ default: (await load()).EditLocationDrawer }));

/** Preloads on hover or focus. After a failure, pressing the button tries again. */
export const preparePlaceForm = () => void load().catch(() => undefined);
