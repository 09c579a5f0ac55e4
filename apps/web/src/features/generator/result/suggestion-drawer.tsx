import type { SuggestionDetail } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestionQuery } from '#data/plans/generator';
import { formatNumber } from '#lib/format';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { StatusTag } from '#ui/status-tag';
import { RenameDialog, SplitDialog, TakeOutDialog } from '../decide/change-dialogs';
import { Decisions } from '../decide/decisions';
import { useDecide } from '../decide/use-decide';
import { useConditionWords } from './condition-words';
import { percentOf } from './percent-of';
import { SuggestionCard } from './suggestion-card';

type Props = { runId: string; id: string; onClose: () => void };

/** One suggestion with its people, its doors and its alternatives. */
export function SuggestionDrawer({ runId, id, onClose }: Props) {
  const { t } = useTranslation('generator');
  const { data, error, refetch } = useQuery(suggestionQuery({ runId, id }));
  return (
    <SideDrawer title={data?.name ?? t('list.column')} opened onClose={onClose}>
      {data ? (
        <Detail runId={runId} suggestion={data} />
      ) : error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Loading label={t('detail.loading')} />
      )}
    </SideDrawer>
  );
}

type DetailProps = { runId: string; suggestion: SuggestionDetail };

function Detail({ runId, suggestion }: DetailProps) {
  const { t } = useTranslation('generator');
  const { explanation, lift } = suggestion;
  return (
    <>
      <SuggestionCard suggestion={suggestion} isUntitled />
      <div className="actions generator-drawer-acts">
        <Decisions runId={runId} suggestion={suggestion} />
      </div>
      <Changes runId={runId} suggestion={suggestion} />
      {explanation && (
        <section className="generator-section">
          <h3>
            {t('detail.why')} <StatusTag tone="grey" label={t('detail.model')} isPlain />
          </h3>
          <p>{explanation}</p>
        </section>
      )}
      {suggestion.kind === 'rule' && (
        <p className="mute generator-lift">{t('detail.lift', { value: formatNumber(Math.round(lift * 10) / 10) })}</p>
      )}
      <Doors suggestion={suggestion} />
      <People suggestion={suggestion} />
      {suggestion.kind === 'rule' && <Alternatives runId={runId} suggestion={suggestion} />}
    </>
  );
}

const dialogs = { rename: RenameDialog, takeOut: TakeOutDialog, split: SplitDialog };

function Changes({ runId, suggestion }: DetailProps) {
  const { t } = useTranslation('generator');
  const [open, setOpen] = useState<keyof typeof dialogs>();
  const { decide, isBusy } = useDecide(runId);
  const Dialog = open && dialogs[open];
  const { pinned, doors } = suggestion;
  return (
    <>
      <div className="actions generator-drawer-acts">
        <Button
          size="compact-sm"
          variant="default"
          loading={isBusy}
          aria-pressed={pinned}
          title={t('detail.pinHint')}
          onClick={() => decide(suggestion, { pinned: !pinned })}
        >
          {t(pinned ? 'detail.unpin' : 'detail.pin')}
        </Button>
        {(['rename', 'takeOut', 'split'] as const).map(
          (name) =>
            (name === 'rename' || doors > 1) && (
              <Button key={name} size="compact-sm" variant="default" onClick={() => setOpen(name)}>
                {t(`detail.${name}`)}
              </Button>
            ),
        )}
      </div>
      {Dialog && <Dialog runId={runId} suggestion={suggestion} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Doors({ suggestion: { doors, doors_listed, people } }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation('generator');
  return (
    <section className="generator-section">
      <h3>{t('detail.doors', { count: doors })}</h3>
      <ul className="lines">
        {doors_listed.map(({ id, name, marking, location_path, protection_class, holders, gaining }) => (
          <li key={id}>
            <PlaceLink to="/cylinders" search={{ open: id }}>
              {name}
            </PlaceLink>{' '}
            <span className="mono mute">{marking}</span>{' '}
            {protection_class !== null && protection_class >= 3 && (
              <StatusTag tone="red" label={t('detail.class', { value: protection_class })} isPlain />
            )}
            <div className="mute">
              {[
                location_path,
                t('detail.holders', { holders, people }),
                gaining > 0 ? t('detail.gaining', { count: gaining }) : null,
              ]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {doors > doors_listed.length && <p className="mute">{t('detail.listed', { count: doors_listed.length })}</p>}
    </section>
  );
}

function People({ suggestion: { people, people_listed } }: { suggestion: SuggestionDetail }) {
  const { t } = useTranslation('generator');
  return (
    <section className="generator-section">
      <h3>{t('detail.people', { count: people })}</h3>
      <ul className="lines">
        {people_listed.map(({ id, display_name, employee_id, department, job_title, missing }) => (
          <li key={id}>
            <PlaceLink to="/people/$id" params={{ id }}>
              {display_name}
            </PlaceLink>{' '}
            {employee_id && <span className="mono mute">{employee_id}</span>}
            <div className="mute">
              {[department, job_title, missing > 0 ? t('detail.missing', { count: missing }) : t('detail.allDoors')]
                .filter(Boolean)
                .join(' · ')}
            </div>
          </li>
        ))}
      </ul>
      {people > people_listed.length && <p className="mute">{t('detail.listed', { count: people_listed.length })}</p>}
    </section>
  );
}

function Alternatives({ runId, suggestion }: DetailProps) {
  const { t } = useTranslation('generator');
  const words = useConditionWords();
  const { decide, isBusy } = useDecide(runId);
  const { alternatives } = suggestion;
  return (
    <section className="generator-section">
      <h3>{t('detail.alternatives')}</h3>
      {alternatives.length === 0 && <p className="mute">{t('detail.noAlternatives')}</p>}
      <ul className="lines">
        {alternatives.map(({ conditions, people, rights, additions, confidence }) => {
          const name = words({ conditions, people });
          const chosen = conditions.map(({ attribute, value }) => ({ attribute, value }));
          return (
            <li key={name}>
              <div>{name}</div>
              <div className="mute">
                {t('detail.alternative', { people, rights, additions, value: percentOf(confidence) })}
              </div>
              <Button
                size="compact-sm"
                variant="default"
                mt={4}
                loading={isBusy}
                aria-label={t('detail.useThisNamed', { name })}
                onClick={() => decide(suggestion, { conditions: chosen })}
              >
                {t('detail.useThis')}
              </Button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
