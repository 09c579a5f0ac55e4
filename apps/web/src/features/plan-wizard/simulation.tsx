import { cylinderList } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '#components/person-select';
import { recordsQuery } from '#data/calls/records';
import { personQuery } from '#data/people/people';
import { simulatedDoorsQuery, simulatedPeopleQuery } from '#data/plans/plan-wizards';
import { cylinderWords } from '#lib/words/door-words';
import { Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { SinglePicker } from '#ui/picker/single-picker';
import type { Choice } from '#ui/picker/use-picker';
import './simulation.css';

const searchMs = 250;
const maxResults = 20;

type Props = {
  wizardId: string /** Of the plan: what was asked before it was written again no longer holds. */;
  version: number;
};

/** Two questions to the draft: what would she open, who would open this. */
export function Simulation({ wizardId, version }: Props) {
  return (
    <div className="plan-wizard-two">
      <OfPerson wizardId={wizardId} version={version} />
      <OfDoor wizardId={wizardId} version={version} />
    </div>
  );
}

function OfPerson({ wizardId, version }: Props) {
  const { t } = useTranslation('plan-wizard');
  const [id, setId] = useState<string | null>(null);
  const person = useQuery({ ...personQuery(id ?? ''), enabled: id !== null });
  const { data, error } = useQuery({ ...simulatedDoorsQuery(wizardId, id ?? '', version), enabled: id !== null });
  return (
    <Panel title={t('simulate.person')} padded>
      <PersonSelect
        label={t('simulate.choosePerson')}
        placeholder={t('who.personPlaceholder')}
        value={id}
        name={person.data?.display_name ?? null}
        onChange={setId}
      />
      <Answer error={error} words={data && t('simulate.doors', { count: data.total })}>
        {data?.items.map((door) => (
          <li key={door.id}>
            <span>
              <span className="mono">{door.marking}</span> {door.name}
            </span>
            <span className="mute">{[door.location_path, because(door.because)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </Answer>
    </Panel>
  );
}

function OfDoor({ wizardId, version }: Props) {
  const { t } = useTranslation('plan-wizard');
  const [door, setDoor] = useState<Choice | null>(null);
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [search] = useDebouncedValue(text, searchMs);
  const { data: found, isFetching } = useQuery(
    recordsQuery(cylinderList, { params: undefined, query: { search, limit: maxResults } }),
  );
  const isSearching = search !== text || isFetching;
  // What an earlier text has found is not offered for this one.
  const rows = isSearching ? [] : (found?.rows ?? []);
  const offered = rows.map((one) => ({ value: one.id, label: cylinderWords(one) }));
  const { data, error } = useQuery({
    ...simulatedPeopleQuery(wizardId, door?.value ?? '', version),
    enabled: door !== null,
  });
  return (
    <Panel title={t('simulate.door')} padded>
      <SinglePicker
        label={t('simulate.chooseDoor')}
        placeholder={t('simulate.doorPlaceholder')}
        typed={typed}
        onType={setTyped}
        groups={[{ choices: offered }]}
        isSearching={isSearching}
        chosen={door?.label ?? null}
        onChoose={(id) => setDoor(offered.find(({ value }) => value === id) ?? null)}
      />
      <Answer error={error} words={data && t('simulate.people', { count: data.total })}>
        {data?.items.map((one) => (
          <li key={one.id}>
            <span>{one.display_name}</span>
            <span className="mute">
              {[one.department, one.job_title, because(one.because)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </Answer>
    </Panel>
  );
}

const because = (rules: readonly string[]) => rules.join(', ');

function Answer({ words, error, children }: { words: string | undefined; error: Error | null; children: ReactNode }) {
  return (
    <>
      <p role="status" className="plan-wizard-answer">
        {words}
      </p>
      {error && <Failure error={error} />}
      {words && <ul className="plan-wizard-found">{children}</ul>}
    </>
  );
}
