import { type Cylinder, cylinderList, locations } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { useDecideDifferences } from '#data/key-systems/locations';
import { Mono } from '#ui/mono';
import { BulkBar } from '#ui/table/bulk-bar';
import { useToast } from '#ui/toast';

type Decision = 'take_over' | 'keep';

/** Cylinders whose key system has changed their location text, decided one by one or as a selection. */
export function ChangedTexts() {
  const { t } = useTranslation('locations');
  const { decide, isPending } = useDecision();
  const mayDecide = useMay(locations.decideDifferences);
  const columns = useColumns((cylinder, decision) => void decide([cylinder], decision));
  return (
    <RecordList
      list={cylinderList}
      columns={columns.filter(({ key }) => mayDecide || key !== 'decide')}
      words={t('differs.words', { returnObjects: true })}
      bulk={
        mayDecide
          ? {
              nameOf: ({ marking }) => marking,
              bar: (chosen, onClear) => (
                <BulkBar label={t('bulk.label')} count={t('bulk.selected', { count: chosen.length })}>
                  {(['take_over', 'keep'] as const).map((decision) => (
                    <Button
                      key={decision}
                      variant={decision === 'keep' ? 'default' : 'filled'}
                      loading={isPending}
                      onClick={() => void decide(chosen, decision).then((isDone) => isDone && onClear())}
                    >
                      {t(decision === 'keep' ? 'differs.keep' : 'differs.takeOver')}
                    </Button>
                  ))}
                  <Button variant="subtle" onClick={onClear}>
                    {t('bulk.cancel')}
                  </Button>
                </BulkBar>
              ),
            }
          : undefined
      }
    />
  );
}

function useDecision() {
  const { t } = useTranslation('locations');
  const send = useDecideDifferences();
  const toast = useToast();
  /** @returns whether it succeeded */
  const decide = async (cylinders: readonly Cylinder[], decision: Decision): Promise<boolean> => {
    const body = { decision, cylinders: cylinders.map(({ id, location }) => ({ id, text: location })) };
    try {
      const { decided } = await send.mutateAsync({ body });
      toast.success(t(decision === 'keep' ? 'differs.kept' : 'differs.takenOver', { count: decided }));
      return true;
    } catch (error) {
      toast.failure(error instanceof Error ? error.message : String(error));
      return false;
    }
  };
  return { decide, isPending: send.isPending };
}

function useColumns(decide: (cylinder: Cylinder, decision: Decision) => void): RecordColumn<typeof cylinderList>[] {
  const { t } = useTranslation('locations');
  const header = t('differs.columns', { returnObjects: true });
  return [
    {
      key: 'marking',
      header: header.marking,
      sort: 'marking',
      width: 110,
      isLine: true,
      cell: ({ marking }) => <Mono>{marking}</Mono>,
    },
    { key: 'place', header: header.place, width: '26%', hideBelow: 900, clip: ({ location_path }) => location_path },
    { key: 'before', header: header.before, width: '26%', hideBelow: 700, clip: ({ placed_text }) => placed_text },
    { key: 'after', header: header.after, width: '26%', clip: ({ location }) => location },
    {
      key: 'decide',
      header: '',
      cell: (cylinder) => (
        <div className="actions">
          <Button size="compact-sm" variant="default" onClick={() => decide(cylinder, 'take_over')}>
            {t('differs.takeOver')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => decide(cylinder, 'keep')}>
            {t('differs.keep')}
          </Button>
        </div>
      ),
    },
  ];
}
