import { cylinderList, type FloorPlanItem, Reason } from '@key2xs/contract';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import { cylinderQuery } from '#data/key-systems/cylinders';
import { useSwapCylinder } from '#data/key-systems/locations';
import { cylinderWords } from '#lib/words/door-words';
import { Notice } from '#ui/notice';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog';
import { SinglePicker } from '#ui/picker/single-picker';
import { useToast } from '#ui/toast';

const searchMs = 250;
const maxResults = 20;

type Chosen = { id: string; words: string };

/** Puts a cylinder without a place where another one was. */
export function SwapDialog({ item, onClose }: { item: FloorPlanItem; onClose: () => void }) {
  const { t } = useTranslation('locations');
  const toast = useToast();
  const swap = useSwapCylinder();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [typed, setTyped] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const [reason, setReason] = useState('');
  const given = Reason.safeParse(reason);
  const { rows, isSearching } = useSpares(item.id, typed.trim());
  const choices = rows.map((one) => ({ value: one.id, label: cylinderWords(one) }));
  const choose = (id: string | null) => {
    const one = rows.find((row) => row.id === id);
    setChosen(one ? { id: one.id, words: cylinderWords(one) } : null);
  };
  const run = () => {
    setWasTried(true);
    if (!given.success || !chosen) return;
    swap.mutate(
      { params: { id: item.location_id }, body: { removed_id: item.id, installed_id: chosen.id, reason: given.data } },
      {
        onSuccess: ({ removed, installed }) => {
          toast.success(t('swap.done', { removed, installed }));
          onClose();
        },
      },
    );
  };
  return (
    <ConfirmDialog
      title={t('swap.title', { name: item.name })}
      confirmLabel={t('swap.confirm')}
      isBusy={swap.isPending}
      reason={{
        label: t('swap.reason'),
        value: reason,
        onChange: setReason,
        isRequired: true,
        ...(wasTried && !given.success && { error: t('swap.reasonMissing') }),
      }}
      onConfirm={run}
      onCancel={onClose}
    >
      <p>{t('swap.text')}</p>
      <p style={{ margin: '8px 0 12px' }}>{t('swap.rules')}</p>
      <SinglePicker
        label={t('swap.installed')}
        description={t('swap.installedHint')}
        placeholder={t('swap.search')}
        typed={typed}
        onType={setTyped}
        groups={[{ choices }]}
        isSearching={isSearching}
        chosen={chosen?.words ?? null}
        onChoose={choose}
        error={wasTried && !chosen ? t('swap.missing') : undefined}
      />
      {swap.error && <Notice tone="red" title={swap.error.message} />}
    </ConfirmDialog>
  );
}

/** Cylinders without a place, of the key system of this one. */
function useSpares(id: string, text: string) {
  const [search] = useDebouncedValue(text, searchMs);
  const { data: removed } = useQuery(cylinderQuery(id));
  const within = { placing: 'unplaced', connection_id: removed?.connection_id ?? '' } as const;
  const query = recordsQuery(cylinderList, {
    params: undefined,
    query: { ...(search !== '' && { search }), ...within, limit: maxResults },
  });
  const { data, isFetching } = useQuery({ ...query, enabled: removed !== undefined });
  const isSearching = search !== text || isFetching;
  // Results of a previous text are not offered.
  return { rows: isSearching ? [] : (data?.rows ?? []), isSearching };
}
