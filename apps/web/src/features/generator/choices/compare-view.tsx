import type { GeneratorFigures, GeneratorRun } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { generatorRunQuery } from '#data/plans/generator';
import { formatInstant, formatNumber } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { DataNotice } from '../start/data-notice';

type Line = { what: string; today: number | null; earlier: number | undefined; now: number };

/** Today beside the suggested plan, and what the run was made with. */
export function CompareView({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  return (
    <Stack gap="md">
      <Panel title={t('compare.title')}>
        <Figures run={run} />
        <p className="mute panel-note">{t('compare.exact')}</p>
      </Panel>
      <Panel title={t('compare.log')} padded>
        <RunFacts run={run} />
      </Panel>
      {run.input && (
        <Panel title={t('notice.title')} padded>
          <DataNotice withEvents={run.settings.used_within_days !== null} input={run.input} />
        </Panel>
      )}
    </Stack>
  );
}

function Figures({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const previous = run.settings.previous_run_id;
  const earlier = useQuery({
    ...generatorRunQuery(previous ?? ''),
    enabled: previous !== null,
    refetchInterval: false,
  });
  if (!run.figures) return null;
  const before = earlier.data?.figures ?? undefined;
  const lines = linesOf(run.figures, before).map(({ name, ...line }) => ({ what: t(`compare.${name}`), ...line }));
  const number = (value: number | null | undefined) => (typeof value === 'number' ? formatNumber(value) : '–');
  const columns: Column<Line>[] = [
    { key: 'what', phone: 'title', header: t('compare.what'), cell: ({ what }) => what },
    { key: 'today', phone: 'meta', header: t('compare.before'), align: 'right', cell: ({ today }) => number(today) },
    ...(before
      ? [
          {
            key: 'earlier',
            phone: 'meta',
            header: t('compare.earlier'),
            align: 'right',
            cell: ({ earlier }: Line) => number(earlier),
          } as const,
        ]
      : []),
    { key: 'now', phone: 'aside', header: t('compare.after'), align: 'right', cell: ({ now }) => number(now) },
  ];
  return <DataTable caption={t('compare.caption')} columns={columns} rows={lines} rowKey={({ what }) => what} />;
}

/** What there is one of today only: each right is a link of its own. */
const compared = ['rights', 'single', 'rules', 'profiles', 'links', 'orphaned', 'doubled'] as const;

function linesOf(figures: GeneratorFigures, before: GeneratorFigures | undefined) {
  const today: Partial<Record<(typeof compared)[number], number>> = {
    rights: figures.rights,
    single: figures.rights,
    links: figures.links_before,
    orphaned: figures.orphaned,
  };
  return compared.map((name) => ({ name, today: today[name] ?? null, earlier: before?.[name], now: figures[name] }));
}

function RunFacts({ run }: { run: GeneratorRun }) {
  const { t } = useTranslation('generator');
  const { settings, seed, started_by, created_at, finished_at, input, decided } = run;
  return (
    <KeyValues
      items={[
        { label: t('compare.mode'), value: t(`form.modes.${settings.mode}`) },
        { label: t('compare.generosity'), value: t(`form.generosities.${settings.generosity}`) },
        { label: t('compare.startedBy'), value: started_by },
        { label: t('compare.startedAt'), value: formatInstant(created_at) },
        { label: t('compare.finishedAt'), value: formatInstant(finished_at) },
        {
          label: t('compare.seed'),
          value: (
            <>
              {String(seed)} <span className="mute">{t('compare.seedHint')}</span>
            </>
          ),
        },
        { label: t('compare.readAt'), value: input && formatInstant(input.read_at) },
        { label: t('compare.decisions'), value: t('list.decided', decided) },
      ]}
    />
  );
}
