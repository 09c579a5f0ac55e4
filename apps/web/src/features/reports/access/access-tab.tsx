import { AsOfSubject, accessAsOf, cylinderGroupList, cylinderList, locationList } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AsOfRights } from '#components/access/as-of/as-of-rights';
import { MomentPicker, useMoment } from '#components/access/moment-picker';
import { DoorSelect } from '#components/pickers/door-select';
import { useMay } from '#data/auth';
import { asOfQuery } from '#data/people/access';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';

const accessSearch = z.object({ of: AsOfSubject.optional(), id: z.uuid().optional() });

/** Whether the reader may choose a door, and see who could open it. */
export const useMayReportAccess = () =>
  [useMay(accessAsOf.get), useMay(cylinderList.page), useMay(cylinderGroupList.page), useMay(locationList.page)].every(
    Boolean,
  );

/** Who could open a door, or the doors of a place, at a moment. */
export function AccessTab() {
  const { t } = useTranslation('access');
  const [{ of, id }] = useUrlState(accessSearch);
  const at = useMoment();
  return (
    <Stack gap="md">
      <Subject />
      <div>
        <MomentPicker />
      </div>
      {of && id ? (
        <AsOfRights of={of} id={id} at={at} />
      ) : (
        <Panel>
          <Empty title={t('asOf.choose')} hint={t('asOf.chooseHint')} />
        </Panel>
      )}
    </Stack>
  );
}

function Subject() {
  const { t } = useTranslation('access');
  const [{ of, id }, setState] = useUrlState(accessSearch);
  // Its name is of today, and known where the past does not reach.
  const { data } = useQuery({ ...asOfQuery({ of: of ?? 'cylinder', id: id ?? '' }), enabled: Boolean(of && id) });
  return (
    <DoorSelect
      label={t(of === 'person' ? 'asOf.subjectPerson' : 'asOf.subject')}
      placeholder={t('asOf.placeholder')}
      chosen={id ? (data?.name ?? '') : null}
      onChoose={(door) => setState({ of: door?.of, id: door?.id })}
    />
  );
}
