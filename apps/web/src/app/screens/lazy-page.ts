import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '#lib/chunk';
import { i18n } from '#lib/i18n';
import type { Screen } from './screen';

/**
 * A page loaded when it is first opened, together with the texts of all its areas: an area that arrived later would
 * replace the whole screen with the loading state again.
 */
export const lazyPage = ({ name, load, texts }: Pick<Screen, 'name' | 'load' | 'texts'>) =>
  lazyRouteComponent(async () => {
    const [file] = await loadChunk(name, () => Promise.all([load(), i18n.loadNamespaces(texts)]));
    return file;
  }, name);
