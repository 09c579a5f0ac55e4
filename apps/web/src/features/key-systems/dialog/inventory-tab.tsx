import type { KeySystemConnection, SyncTask } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TaskProgress } from '#components/task-progress';
import { TimeAgo } from '#components/time-ago';
import { useReadInventory } from '#data/key-systems/key-systems';
import { isFinished, useLatestTask } from '#data/tasks/sync';
import { formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Empty } from '#ui/page-states';
import { StatStrip } from '#ui/stat-strip';
import { useToast } from '#ui/toast';
import { Capabilities } from './capabilities';
import { InventoryLinks } from './inventory-links';
import { LossNotice } from './loss-notice';

/** The inventory as last read, its age, and the connection's capabilities. */
export function InventoryTab({ connection }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  const { running, failed } = useInventoryTask(connection);
  const { inventory_loss: loss } = connection;
  return (
    <>
      <section aria-labelledby="inventory">
        <div className="section-head">
          <div>
            <h3 id="inventory">{t('inventory.title')}</h3>
            <p className="mute">
              {connection.inventory_read_at ? t('inventory.read') : t('inventory.never')}{' '}
              {connection.inventory_read_at && <TimeAgo isInside instant={connection.inventory_read_at} />}
            </p>
          </div>
          <ReadButton connection={connection} isRunning={running !== undefined} />
        </div>
        {!running && loss && <LossNotice id={connection.id} loss={loss} />}
        {failed && !loss && (
          <Notice tone="red" title={t('inventory.failed')}>
            {failed.error}
          </Notice>
        )}
        {running && <TaskProgress task={running} />}
        <Counts connection={connection} />
        {!connection.is_active && <p className="mute">{t('inventory.paused')}</p>}
        <InventoryLinks connection={connection} />
      </section>
      <Capabilities connection={connection} />
    </>
  );
}

function ReadButton({
  connection: { id, is_active },
  isRunning,
}: {
  connection: KeySystemConnection;
  isRunning: boolean;
}) {
  const { t } = useTranslation('key-systems');
  const toast = useToast();
  const read = useReadInventory();
  return (
    <Button
      loading={read.isPending || isRunning}
      disabled={!is_active}
      onClick={() => read.mutate(id, { onError: (error) => toast.failure(error.message) })}
    >
      {t('word.readNow')}
    </Button>
  );
}

/** In the order of the texts; kinds without a text come last. */
function Counts({ connection: { inventory_counts, inventory_read_at } }: { connection: KeySystemConnection }) {
  const { t } = useTranslation('key-systems');
  if (inventory_read_at === null) return <Empty title={t('inventory.never')} hint={t('inventory.neverHint')} />;
  const words = new Map<string, string>(Object.entries(t('inventory.kinds', { returnObjects: true })));
  const known = [...words.keys()].filter((kind) => kind in inventory_counts);
  const others = Object.keys(inventory_counts).filter((kind) => !words.has(kind));
  const items = [...known, ...others].map((kind) => ({
    label: words.get(kind) ?? kind.replaceAll('_', ' '),
    value: formatNumber(inventory_counts[kind] ?? 0),
  }));
  return items.length > 0 && <StatStrip items={items} />;
}

/** The running inventory task, and the last failed one if none succeeded since. */
function useInventoryTask({ id, inventory_read_at }: KeySystemConnection) {
  const latest = useLatestTask('inventory', id);
  if (!latest) return {};
  return isFinished(latest)
    ? { failed: isStillFailing(latest, inventory_read_at) ? latest : undefined }
    : { running: latest };
}

const isStillFailing = ({ status, cancelled, completed_at }: SyncTask, readAt: string | null) =>
  status === 'FAILURE' && !cancelled && Date.parse(completed_at ?? '') > Date.parse(readAt ?? '1970-01-01');
