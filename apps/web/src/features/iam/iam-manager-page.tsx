import { useUrlState } from '#ui/table/url-state';
import { SourcePage } from './source/source-page';
import { sourceSearch } from './source-search';
import { SourcesPage } from './sources-page';

/** The identity sources, or the one that the address names. */
export function IamManagerPage() {
  const [{ source }] = useUrlState(sourceSearch);
  return source === undefined ? <SourcesPage /> : <SourcePage key={source} id={source} />;
}
