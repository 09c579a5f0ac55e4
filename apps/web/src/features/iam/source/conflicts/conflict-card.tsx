import { conflicts, type DirectoryConflict } from '@key2xs/contract';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { alike } from './alike';
import { DecideConflict, type Decided } from './decide-conflict';

type Claimant = DirectoryConflict['people'][number];

type Props = {
  conflict: DirectoryConflict;
  isChosen: boolean;
  /** Undefined while conflicts of another kind are chosen. */
  onChoose: (() => void) | undefined;
};

/** One conflict with its people side by side, and what can be decided about them. */
export function ConflictCard({ conflict, isChosen, onChoose }: Props) {
  const { t } = useTranslation('source');
  const [asked, setAsked] = useState<Decided>();
  const mayDecide = useMay(conflicts.decide);
  const { kind, value, people, found_at, connection_id } = conflict;
  const isToChoose = mayDecide && kind === 'same_number';
  const title = t(`conflicts.kinds.${kind}`, { value });
  return (
    <li className="conflict">
      <div className="conflict-head">
        {mayDecide && (
          <Checkbox
            aria-label={t('conflicts.many.choose', { title })}
            checked={isChosen}
            disabled={!onChoose}
            onChange={onChoose}
          />
        )}
        <h3>{title}</h3>
      </div>
      <p className="mute">
        {t(`conflicts.meaning.${kind}`)} {t('conflicts.found')} <TimeAgo isInside instant={found_at} />
      </p>
      <ul className="conflict-people">
        {people.map((one) => (
          <li key={`${one.connection_id} ${one.external_id}`}>
            <Who one={one} isElsewhere={one.connection_id !== connection_id} number={value} />
            {isToChoose && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('conflicts.chooseNamed', { name: one.name })}
                onClick={() => setAsked({ decision: 'is_this_one', who: one })}
              >
                {t('conflicts.choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayDecide && (
        <div className="actions">
          {alike[kind].map((decision) => (
            <Button key={decision} variant="default" onClick={() => setAsked({ decision })}>
              {t(`conflicts.decisions.${decision}`)}
            </Button>
          ))}
        </div>
      )}
      {asked && <DecideConflict conflict={conflict} asked={asked} onClose={() => setAsked(undefined)} />}
    </li>
  );
}

type WhoProps = { one: Claimant; isElsewhere: boolean; number: string };

function Who({ one: { name, external_id, person_id, has_number }, isElsewhere, number }: WhoProps) {
  const { t } = useTranslation('source');
  return (
    <div>
      <strong>
        {person_id ? (
          <Link to="/people/$id" params={{ id: person_id }}>
            {name}
          </Link>
        ) : (
          name
        )}
      </strong>
      <div className="mute conflict-id">{external_id}</div>
      <div className="mute">
        {t(isElsewhere ? 'conflicts.isElsewhere' : person_id ? 'conflicts.isKnown' : 'conflicts.isNew')}
      </div>
      {has_number && <div>{t('conflicts.hasNumber', { number })}</div>}
    </div>
  );
}
