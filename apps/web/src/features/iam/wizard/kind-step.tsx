import type { Provider } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Panel } from '#ui/panel';
import { offered, webProviders } from '../providers/registry';

type Props = { onKind: (kind: Provider) => void };

/** Offers the kinds of source, and the set-ups started earlier, also in another browser. */
export function KindStep({ onKind }: Props) {
  const { t } = useTranslation('iam');
  const kinds = offered();
  return (
    <>
      {kinds.map((kind) => {
        const { OpenSetups } = webProviders[kind];
        return OpenSetups && <OpenSetups key={kind} />;
      })}
      <div className="wizard-kinds">
        {kinds.map((kind, at) => (
          <Panel key={kind} padded>
            <Button variant={at === 0 ? 'filled' : 'default'} onClick={() => onKind(kind)}>
              {webProviders[kind].offer(t).name}
            </Button>
            <p className="mute">{webProviders[kind].offer(t).text}</p>
          </Panel>
        ))}
      </div>
      <p className="mute">{t('wizard.kind.later')}</p>
    </>
  );
}
