import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '#lib/chunk';
import { i18n } from '#lib/i18n';
import type { Screen } from './screen';

/**
 * A page that is fetched when it is first opened, together with the texts of its areas and of the components it shows:
 * an area that came later would put the loading state in place of the whole screen once more.
 */
export const lazyPage = ({ name, load, texts }: Pick<Screen, 'name' | 'load' | 'texts'>) =>
  lazyRouteComponent(async () => {
    const [file] = await loadChunk(name, () => Promise.all([load(), i18n.loadNamespaces(texts)]));
    return file;
  }, name);
