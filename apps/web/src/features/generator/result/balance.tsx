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
  const isRight = by_rules + by_profiles + on_request + single === rights;
  return (
    <>
      {isRight ? (
        <div className="generator-balance">
          <BalanceBar figures={figures} />
          <p>
            {t('balance.sentence', {
              rights,
              rules: by_rules,
              profiles: by_profiles,
              request: on_request,
              single,
            })}
          </p>
        </div>
      ) : (
        <Notice tone="red" title={t('balance.wrong')} />
      )}
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
    </>
  );
}

const parts = ['by_rules', 'by_profiles', 'on_request', 'single'] as const;

/** The sentence below says the same in words. */
function BalanceBar({ figures }: { figures: GeneratorFigures }) {
  if (figures.rights === 0) return null;
  return (
    <div className="generator-bar" aria-hidden>
      {parts.map((part) => (
        <span key={part} data-part={part} style={{ flexGrow: figures[part] }} hidden={figures[part] === 0} />
      ))}
    </div>
  );
}
