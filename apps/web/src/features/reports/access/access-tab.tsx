import { AsOfSubject, accessAsOf, asOfList } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AsOfRights } from '#components/access/as-of/as-of-rights';
import { MomentPicker, useMoment } from '#components/access/moment-picker';
import { DoorSelect } from '#components/pickers/door-select';
import { ExportButton } from '#components/records/export-button';
import { asOfQuery } from '#data/people/access';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useUrlState } from '#ui/table/url-state';

const accessSearch = z.object({ of: AsOfSubject.optional(), id: z.uuid().optional() });

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
  const at = useMoment();
  const { data } = useQuery({ ...asOfQuery({ of: of ?? 'cylinder', id: id ?? '' }, at), enabled: Boolean(of && id) });
  return (
    <DoorSelect
      label={t('asOf.subject')}
      placeholder={t('asOf.placeholder')}
      chosen={id ? (data?.name ?? '') : null}
      onChoose={(door) => setState({ of: door?.of, id: door?.id })}
    />
  );
}

/** Both files of the report, with the filters shown. */
export function AccessExports() {
  const { t } = useTranslation('access');
  const [{ of, id }] = useUrlState(accessSearch);
  if (!of || !id) return null;
  const pdf = { endpoint: accessAsOf.exportPdf, fileName: 'access-as-of.pdf', label: t('asOf.pdf') };
  return (
    <>
      <ExportButton list={asOfList} as={pdf} />
      <ExportButton list={asOfList} />
    </>
  );
}
