import { AsOfSubject, accessAsOf, asOfList } from '@key2xs/contract';
import { Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AsOfRights } from '#components/access/as-of/as-of-rights';
import { MomentPicker, useMoment } from '#components/access/moment-picker';
import { useDoorSearch } from '#components/pickers/use-door-search';
import { ExportButton } from '#components/records/export-button';
import { asOfQuery } from '#data/people/access';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { SinglePicker } from '#ui/picker/single-picker';
import { useUrlState } from '#ui/table/url-state';

const searchMs = 250;

export const accessSearch = z.object({ of: AsOfSubject.optional(), id: z.uuid().optional() });

/** Who could open a door, or the doors of a place, at a moment. */
export function AccessTab() {
  const { t } = useTranslation('access');
  const [{ of, id }] = useUrlState(accessSearch);
  const at = useMoment();
  return (
    <Stack gap="md">
      <div>
        <SubjectField />
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

function SubjectField() {
  const { t } = useTranslation('access');
  const [{ of, id }, setState] = useUrlState(accessSearch);
  const at = useMoment();
  const [typed, setTyped] = useState('');
  const wanted = typed.trim();
  const [search] = useDebouncedValue(wanted, searchMs);
  const { found, isSearching } = useDoorSearch({ search, withPlaces: true, keySystemIds: [] });
  const isSettled = search === wanted && !isSearching;
  const kinds = ['location', 'cylinder'] as const;
  const groups = kinds.map((kind) => ({
    label: t(`asOf.kinds.${kind}`),
    choices: (isSettled ? found : [])
      .filter(({ object_type }) => object_type === kind)
      .map(({ object_identifier, label }) => ({ value: `${kind} ${object_identifier}`, label })),
  }));
  const { data } = useQuery({ ...asOfQuery({ of: of ?? 'cylinder', id: id ?? '' }, at), enabled: Boolean(of && id) });
  const choose = (value: string | null) => {
    const [kind, chosen] = value?.split(' ') ?? [];
    setState({ of: kind as AsOfSubject | undefined, id: chosen });
  };
  return (
    <SinglePicker
      label={t('asOf.subject')}
      placeholder={t('asOf.placeholder')}
      typed={typed}
      onType={setTyped}
      groups={groups}
      isSearching={isSearching}
      chosen={id ? (data?.name ?? '') : null}
      onChoose={choose}
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
