import { peopleList } from '@key2xs/contract';
import { Popover, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { PlaceLink } from '#ui/place-link';
import { placeOfSubject } from './rule-places';
import type { SentenceRule } from './rule-sentence';

const namesShown = 5;
const subjectsShown = 4;

type Subject = SentenceRule['subjects'][number];
type Props = { label: string; subjects: readonly Subject[] };

/** How many people match, which opens who they are: the first of each subject, and the way to all of them. */
export function MatchedPeople({ label, subjects }: Props) {
  return (
    <Popover width={300} position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton style={{ color: 'var(--accent)', textDecoration: 'underline', fontSize: 'inherit' }}>
          {label}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <div style={{ display: 'grid', gap: 12 }}>
          {subjects.slice(0, subjectsShown).map((subject) => (
            <PeopleOf key={`${subject.subject_type} ${subject.name}`} subject={subject} />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function PeopleOf({ subject }: { subject: Subject }) {
  const { t } = useTranslation('key-plans');
  const { data } = useQuery(recordsQuery(peopleList, { params: undefined, query: queryOf(subject) }));
  const place = placeOfSubject(subject);
  if (!data || !place) return <p className="mute">{t('rules.loadingPeople')}</p>;
  const people = t('ruleForm.people', { count: data.total });
  return (
    <div>
      <ul style={{ margin: '0 0 4px', paddingLeft: 18 }}>
        {data.rows.map(({ id, display_name }) => (
          <li key={id}>{display_name}</li>
        ))}
      </ul>
      {/* In a tab of its own, so that a form around it is not lost. */}
      <PlaceLink {...(place as LinkProps)} target="_blank">
        {t('ruleForm.whoElse', { people, name: subject.name })}
      </PlaceLink>
    </div>
  );
}

function queryOf({ subject_type, subject_identifier, name }: Subject) {
  const like = { limit: namesShown, active: 'true' } as const;
  switch (subject_type) {
    case 'department':
      return { ...like, department: name };
    case 'job_title':
      return { ...like, job_title: name };
    case 'group':
      return { ...like, group_id: subject_identifier };
    case 'user':
      return { ...like, search: name };
  }
}
