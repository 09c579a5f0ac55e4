import type { accessEvents, Output } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ChartFrame } from '#components/charts/chart-frame';
import { timelineQuery } from '#data/access-events';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';

type Timeline = Output<typeof accessEvents.timeline>;
type Bucket = Timeline['items'][number];

const height = 96;
const hourMs = 3_600_000;
const stepMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs };
const maxBuckets = 400;

/** How many openings there were over time, granted and refused. */
export function EventTimeline({ look }: { look: string }) {
  const { t } = useTranslation('access-events');
  const { data, error, refetch } = useQuery(timelineQuery(look));
  return (
    <Panel title={t('timeline.title')} padded>
      {data ? <Picture timeline={data} /> : error ? <Failure error={error} onRetry={refetch} /> : <Loading />}
    </Panel>
  );
}

function Picture({ timeline }: { timeline: Timeline }) {
  const { t } = useTranslation('access-events');
  const buckets = filled(timeline);
  if (buckets.length === 0) return <p className="mute">{t('timeline.none')}</p>;
  const { step, counted_from } = timeline;
  const granted = sumOf(buckets, 'granted');
  const denied = sumOf(buckets, 'denied');
  const most = Math.max(...buckets.map((bucket) => bucket.granted + bucket.denied), 1);
  const format = step === 'hour' ? formatInstant : formatDate;
  const wordsOf = (at: number) => {
    const bucket = buckets[at];
    if (!bucket) return '';
    const counts = { granted: formatNumber(bucket.granted), denied: formatNumber(bucket.denied) };
    return t(`timeline.${step}`, { when: format(bucket.at), ...counts });
  };
  return (
    <>
      <p>{t('timeline.sentence', { granted: formatNumber(granted), denied: formatNumber(denied) })}</p>
      {counted_from && <p className="mute">{t('timeline.cut', { date: formatInstant(counted_from) })}</p>}
      <ChartFrame
        label={t('timeline.title')}
        count={buckets.length}
        wordsOf={wordsOf}
        hint={t('timeline.hint')}
        height={height}
      >
        {({ width, point }) => {
          const wide = width / buckets.length;
          const high = (count: number) => (count / most) * (height - 4);
          return buckets.map((bucket, i) => (
            <g key={bucket.at} {...point(i)}>
              <rect className="chart-row-ground" x={i * wide} y={0} width={wide} height={height} />
              <rect
                className="chart-bar"
                x={i * wide + wide * 0.1}
                y={height - high(bucket.granted)}
                width={Math.max(wide * 0.8, 1)}
                height={high(bucket.granted)}
              />
              <rect
                className="chart-bar-failed"
                x={i * wide + wide * 0.1}
                y={height - high(bucket.granted) - high(bucket.denied)}
                width={Math.max(wide * 0.8, 1)}
                height={high(bucket.denied)}
              />
            </g>
          ));
        }}
      </ChartFrame>
    </>
  );
}

const sumOf = (buckets: readonly Bucket[], name: 'granted' | 'denied') =>
  buckets.reduce((sum, bucket) => sum + bucket[name], 0);

/** With those that have no events, as long as they are not too many to draw. */
function filled({ items, step }: Timeline): Bucket[] {
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return [];
  const byTime = new Map(items.map((item) => [Date.parse(item.at), item]));
  const all: Bucket[] = [];
  const taken = new Set<Bucket>();
  for (let at = Date.parse(first.at); at <= Date.parse(last.at) && all.length < maxBuckets; at += stepMs[step]) {
    // A day is an hour longer or shorter when the clocks change.
    const item = byTime.get(at) ?? byTime.get(at - hourMs) ?? byTime.get(at + hourMs);
    const isNew = item && (step !== 'hour' || Date.parse(item.at) === at) && !taken.has(item);
    if (isNew) taken.add(item);
    all.push(isNew ? item : { at: new Date(at).toISOString(), granted: 0, denied: 0 });
  }
  return taken.size === items.length ? all : [...items];
}
