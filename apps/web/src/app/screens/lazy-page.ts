import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { loadChunk } from '#lib/chunk';
import { i18n } from '#lib/i18n';

type Area = Parameters<typeof i18n.loadNamespaces>[0];

/**
 * A screen that is fetched when it is first opened, together with the texts of its areas and of the components it shows:
 * an area that came later would put the loading state in place of the whole screen once more.
 */
export function lazyPage<Name extends string>(
  name: Name,
  load: () => Promise<Record<Name, ComponentType>>,
  areas: Area = [],
) {
  return lazyRouteComponent(async () => {
    const [file] = await loadChunk(name, () => Promise.all([load(), i18n.loadNamespaces(areas)]));
    return file;
  }, name);
}
