import { type ConflictDecision, conflicts, type DirectoryConflict } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { DecideConflict, type Decided } from './decide-conflict';

type Claimant = DirectoryConflict['people'][number];

/** What fits everybody of a conflict, whoever is chosen. */
const ofAll = {
  same_number: ['both'],
  two_sources: ['both'],
  returner: ['same_person', 'new_person'],
} as const satisfies Record<DirectoryConflict['kind'], readonly ConflictDecision[]>;

/** One conflict with its people side by side, and what can be decided about them. */
export function ConflictCard({ conflict }: { conflict: DirectoryConflict }) {
  const { t } = useTranslation('source');
  const [asked, setAsked] = useState<Decided>();
  const mayDecide = useMay(conflicts.decide);
  const { kind, value, people, found_at, connection_id } = conflict;
  // Whoever is of another source stays as they are.
  const isToChoose = (one: Claimant) => mayDecide && kind !== 'returner' && one.connection_id === connection_id;
  return (
    <li className="conflict">
      <h3>{t(`conflicts.kinds.${kind}`, { value })}</h3>
      <p className="mute">
        {t(`conflicts.meaning.${kind}`)} {t('conflicts.found')} <TimeAgo instant={found_at} />
      </p>
      <ul className="conflict-people">
        {people.map((one) => (
          <li key={`${one.connection_id} ${one.external_id}`}>
            <Who one={one} />
            {isToChoose(one) && (
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
          {ofAll[kind].map((decision) => (
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

function Who({ one: { name, external_id, person_id } }: { one: Claimant }) {
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
      <div className="mute">{t(person_id ? 'conflicts.isKnown' : 'conflicts.isNew')}</div>
    </div>
  );
}
