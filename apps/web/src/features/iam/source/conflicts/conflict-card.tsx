import { conflicts, type DirectoryConflict } from '@key2xs/contract';
import { Button, Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { bulkDecisions } from './bulk-decisions';
import { DecideConflict, type PersonDecision } from './decide-conflict';

type Claimant = DirectoryConflict['people'][number];

type Props = {
  conflict: DirectoryConflict;
  isSelected: boolean;
  /** Undefined while conflicts of another kind are selected. */
  onSelect: (() => void) | undefined;
};

/** One conflict with its people side by side, and the possible decisions. */
export function ConflictCard({ conflict, isSelected, onSelect }: Props) {
  const { t } = useTranslation('source');
  const [pending, setPending] = useState<PersonDecision>();
  const mayDecide = useMay(conflicts.decide);
  const { kind, value, people, found_at, connection_id } = conflict;
  const canChoosePerson = mayDecide && kind === 'same_number';
  const title = t(`conflicts.kinds.${kind}`, { value });
  return (
    <li className="conflict">
      <div className="conflict-head">
        {mayDecide && (
          <Checkbox
            aria-label={t('conflicts.many.choose', { title })}
            checked={isSelected}
            disabled={!onSelect}
            onChange={onSelect}
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
            {canChoosePerson && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={t('conflicts.chooseNamed', { name: one.name })}
                onClick={() => setPending({ decision: 'is_this_one', who: one })}
              >
                {t('conflicts.choose')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayDecide && (
        <div className="actions">
          {bulkDecisions[kind].map((decision) => (
            <Button key={decision} variant="default" onClick={() => setPending({ decision })}>
              {t(`conflicts.decisions.${decision}`)}
            </Button>
          ))}
        </div>
      )}
      {pending && <DecideConflict conflict={conflict} pending={pending} onClose={() => setPending(undefined)} />}
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
