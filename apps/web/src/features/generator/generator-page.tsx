import { lazy, Suspense } from 'react';
import { loadChunk } from '#lib/chunk';
import { Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { generatorSearch } from './generator-search';
import { StartPage } from './start/start-page';
import './generator.css';

const loadRun = () => loadChunk('RunPage', () => import('./run/run-page'));
const RunPage = lazy(async () => ({ default: (await loadRun()).RunPage }));

/** Suggests a key plan from the access of today: a new run, or the one in the address. */
export function GeneratorPage() {
  const [{ run, from }] = useUrlState(generatorSearch);
  if (run === undefined) return <StartPage key={from} from={from} />;
  return (
    <Suspense fallback={<Loading />}>
      <RunPage key={run} id={run} />
    </Suspense>
  );
}
