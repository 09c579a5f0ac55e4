import { lazy, Suspense, useEffect, useRef } from 'react';
import { loadChunk } from '#lib/chunk';
import { Loading } from '#ui/page-states';
import { useUrlState } from '#ui/table/url-state';
import { generatorSearch } from './generator-search';
import { StartRun } from './start/new-run';
import './generator.css';

const loadRun = () => loadChunk('OneRun', () => import('./run/one-run'));
const OneRun = lazy(async () => ({ default: (await loadRun()).OneRun }));

/** Suggests a key plan from the access of today: a new run, or the one in the address. */
export function GeneratorPage() {
  const [{ run, from }] = useUrlState(generatorSearch);
  useArrivalAt(`${run} ${from}`);
  if (run === undefined) return <StartRun key={from} from={from} />;
  return (
    <Suspense fallback={<Loading />}>
      <OneRun key={run} id={run} />
    </Suspense>
  );
}

/** A run is a place of its own, though its path is that of the settings: it is shown from its top and takes the focus. */
function useArrivalAt(place: string): void {
  const last = useRef(place);
  useEffect(() => {
    if (last.current === place) return;
    last.current = place;
    window.scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [place]);
}
