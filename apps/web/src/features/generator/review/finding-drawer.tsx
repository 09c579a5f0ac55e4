import type { CleaningFinding } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { KeyValues } from '#ui/key-values';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { PlaceLink } from '#ui/place-link';
import { usePatchSearch } from '#ui/table/url-state';
import { percentOf } from '../result/percent-of';
import { FindingDecisions } from './finding-decisions';

type Props = { runId: string; finding: CleaningFinding; onClose: () => void };

/** One finding: whose right to which door, and what becomes of it in the draft. */
export function FindingDrawer({ runId, finding, onClose }: Props) {
  const { t } = useTranslation('generator');
  const patch = usePatchSearch();
  const { kind, sentence, person, door, owner, share, decision, suggestion_id } = finding;
  const personLink = person && (
    <PlaceLink to="/people/$id" params={{ id: person.id }}>
      {[person.name, person.department].filter(Boolean).join(', ')}
    </PlaceLink>
  );
  const doorLink = door && (
    <PlaceLink to="/cylinders" search={{ open: door.id }}>
      {[door.name, door.marking, door.location_path].filter(Boolean).join(' · ')}
    </PlaceLink>
  );
  const ownerFilter = owner && (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      onClick={() => patch({ owner, kind: undefined, open: undefined })}
    >
      {owner}
    </Button>
  );
  return (
    <SideDrawer title={t(`review.kinds.${kind}`)} opened onClose={onClose}>
      <p>{sentence}</p>
      <KeyValues
        items={[
          { label: t('review.person'), value: personLink },
          { label: t('review.door'), value: doorLink },
          { label: t('review.owner'), value: ownerFilter ?? t('review.noOwner') },
          { label: t('review.share'), value: share === null ? null : t('percent', { value: percentOf(share) }) },
          { label: t('review.decision'), value: t(`review.decisions.${decision}`) },
        ]}
      />
      <div className="actions generator-drawer-acts">
        <FindingDecisions runId={runId} findings={[finding]} />
        {suggestion_id && (
          <Button
            variant="default"
            onClick={() => patch({ view: 'suggestions', kind: undefined, decision: undefined, open: suggestion_id })}
          >
            {t('review.toSuggestion')}
          </Button>
        )}
      </div>
    </SideDrawer>
  );
}
