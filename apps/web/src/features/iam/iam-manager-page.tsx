import { useUrlState } from '#ui/table/url-state';
import { AllSources } from './all-sources';
import { OneSource } from './source/one-source';
import { sourceSearch } from './source-search';

/** The identity sources, or the one in the URL. */
export function IamManagerPage() {
  const [{ source }] = useUrlState(sourceSearch);
  return source === undefined ? <AllSources /> : <OneSource key={source} id={source} />;
}
