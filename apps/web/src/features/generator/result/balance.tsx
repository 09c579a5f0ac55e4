import type { GeneratorFigures } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { StatStrip } from '#ui/stat-strip';
import { percentOf } from './percent-of';

/** Where all rights end. The parts are added up here, too: a sum that is wrong is said, not shown. */
export function Balance({ figures }: { figures: GeneratorFigures }) {
  const { t } = useTranslation('generator');
  const { rights, by_rules, by_profiles, on_request, single, coverage, links, links_before, additions } = figures;
  if (by_rules + by_profiles + on_request + single !== rights) return <Notice tone="red" title={t('balance.wrong')} />;
  return (
    <section className="panel generator-balance" aria-label={t('balance.title')}>
      <StatStrip
        items={[
          { label: t('balance.coverage'), value: t('percent', { value: percentOf(coverage) }) },
          { label: t('compare.rules'), value: formatNumber(figures.rules) },
          { label: t('compare.profiles'), value: formatNumber(figures.profiles) },
          {
            label: t('balance.links'),
            value: formatNumber(links),
            hint: t('balance.linksBefore', { count: links_before }),
          },
          {
            label: t('balance.additions'),
            value: formatNumber(additions),
            hint: t(additions > 0 ? 'balance.additionsHint' : 'balance.additionsNone'),
          },
        ]}
      />
      <div className="generator-parts">
        <BalanceBar figures={figures} />
        <p>{t('balance.sentence', { rights, rules: by_rules, profiles: by_profiles, request: on_request, single })}</p>
      </div>
    </section>
  );
}

const parts = ['by_rules', 'by_profiles', 'on_request', 'single'] as const;

/** The sentence below says the same in numbers. */
function BalanceBar({ figures }: { figures: GeneratorFigures }) {
  const { t } = useTranslation('generator');
  const { rights } = figures;
  if (rights === 0) return null;
  return (
    <>
      <div className="generator-bar" aria-hidden>
        {parts.map((part) => (
          <span key={part} data-part={part} style={{ flexGrow: figures[part] }} hidden={figures[part] === 0} />
        ))}
      </div>
      <dl className="generator-legend">
        {parts.map((part) => (
          <div key={part} data-part={part}>
            <dt>{t(`balance.parts.${part}`)}</dt>
            <dd>{t('percent', { value: percentOf(figures[part] / rights) })}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
