import type { KeyPlan } from '@key2xs/contract';
import type { MatrixPlace } from '#components/matrix/source/matrix-source';
import { type ColumnNode, columnName } from './axes/column-tree';
import { CrossingDrawer } from './crossing/crossing-drawer';
import { ProposalDrawer } from './edit/proposal-drawer';
import type { RequestedEdit } from './edit/requested-edit';
import type { ShownRow } from './matrix-source-of';
import type { PlanMatrixModel } from './plan-matrix-model';

/** The open drawer. */
export type OpenDrawer =
  | { kind: 'crossing'; row: ShownRow; column: ColumnNode; place: MatrixPlace }
  | { kind: 'proposal'; requested: RequestedEdit };

type Props = {
  open: OpenDrawer;
  plan: KeyPlan;
  model: PlanMatrixModel;
  /** Undefined if editing is not allowed. */
  onAsk: ((place: MatrixPlace, grant: boolean) => void) | undefined;
  onClose: () => void;
};

/** Loaded with the first drawer that opens. */
export function MatrixDrawer({ open, plan, model, onAsk, onClose }: Props) {
  if (open.kind === 'proposal') return <ProposalDrawer plan={plan} requested={open.requested} onClose={onClose} />;
  return (
    <CrossingDrawer
      matrix={model.matrix}
      row={open.row}
      column={open.column}
      what={columnName(model.columns, open.column)}
      onAsk={onAsk && ((grant) => onAsk(open.place, grant))}
      onClose={onClose}
    />
  );
}
