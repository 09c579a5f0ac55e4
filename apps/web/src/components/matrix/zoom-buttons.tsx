import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsMaximize, IconMinus, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CanvasStage } from './canvas-stage';
import type { MatrixSource } from './source/matrix-source';
import { useViewState } from './use-view-state';
import { bodyOf } from './view/geometry';
import type { MatrixView } from './view/matrix-view';
import { zoomStep, zoomToFit } from './view/zoom';

type Props = { view: MatrixView; stage: () => CanvasStage | undefined; source: MatrixSource };

export function ZoomButtons({ view, stage, source }: Props) {
  const { t } = useTranslation('matrix');
  const zoom = useViewState(view, (state) => state.zoom);
  const hasText = source.text !== undefined;
  const [smaller, larger] = [zoomStep(zoom, -1, hasText), zoomStep(zoom, 1, hasText)];
  const fit = () => {
    const current = stage();
    if (current) current.zoom(zoomToFit(bodyOf(current.geometry()), source.rows.length, source.columns.length));
  };
  const buttons = [
    { name: t('zoomOut'), icon: <IconMinus size={16} />, act: () => stage()?.zoom(smaller), isOff: smaller === zoom },
    { name: t('zoomIn'), icon: <IconPlus size={16} />, act: () => stage()?.zoom(larger), isOff: larger === zoom },
    { name: t('fit'), icon: <IconArrowsMaximize size={16} />, act: fit, isOff: false },
  ];
  return (
    <div className="matrix-bar-end">
      {buttons.map(({ name, icon, act, isOff }) => (
        <Tooltip key={name} label={name}>
          <ActionIcon variant="default" size="md" aria-label={name} disabled={isOff} onClick={act}>
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
    </div>
  );
}
