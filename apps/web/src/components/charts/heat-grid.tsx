import { ChartFrame } from './chart-frame';

/** A cell: a shade from 0 to 1 in one tone or two, and a sign with the same meaning without colour. */
export type HeatCell = { shade: number; tone: 'accent' | 'gained' | 'lost' | 'both'; sign?: string; words: string };

type Props = {
  label: string;
  hint: string;
  rows: readonly string[];
  columns: readonly string[];
  cell: (row: number, column: number) => HeatCell;
  /** With few short columns, names are upright and only every nth is left out. */
  every?: number;
  rowHeight?: number;
};

const widest = 190;
const letterPx = 6.6;

/** Two dimensions as shaded cells, with their names above and at the left. */
export function HeatGrid({ label, hint, rows, columns, cell, every, rowHeight = 26 }: Props) {
  const isUpright = every !== undefined;
  const maxLength = (names: readonly string[]) => Math.max(0, ...names.map((name) => name.length * letterPx));
  const top = isUpright ? 22 : Math.min(maxLength(columns) * 0.72 + 14, 128);
  const height = top + rows.length * rowHeight + 2;
  const wordsOf = (at: number) => cell(Math.floor(at / columns.length), at % columns.length).words;
  return (
    <ChartFrame
      label={label}
      hint={hint}
      count={rows.length * columns.length}
      columns={columns.length}
      wordsOf={wordsOf}
      height={height}
    >
      {({ width, point }) => {
        const left = Math.min(maxLength(rows) + 20, widest, width * 0.34);
        const slant = isUpright ? 0 : Math.min(60, width * 0.1);
        const wide = Math.min((width - left - slant) / columns.length, isUpright ? Number.POSITIVE_INFINITY : 84);
        return (
          <>
            {columns.map((name, i) => (
              <ColumnName
                key={name}
                name={every !== undefined && i % every !== 0 ? '' : fitted(name, 20)}
                x={left + (i + (isUpright ? 0 : 0.5)) * wide}
                y={top - 8}
                isUpright={isUpright}
              />
            ))}
            {rows.map((name, i) => (
              <text
                key={name}
                className="chart-name"
                x={left - 8}
                y={top + (i + 0.5) * rowHeight}
                textAnchor="end"
                dy="0.35em"
              >
                {fitted(name, Math.floor((left - 8) / letterPx))}
              </text>
            ))}
            {rows.map((row, r) =>
              columns.map((column, c) => (
                <Field
                  key={`${row} ${column}`}
                  cell={cell(r, c)}
                  box={{ x: left + c * wide, y: top + r * rowHeight, width: wide, height: rowHeight }}
                  chosen={point(r * columns.length + c)}
                />
              )),
            )}
          </>
        );
      }}
    </ChartFrame>
  );
}

const fitted = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, Math.max(most - 1, 1))}…` : name;

type NameProps = { name: string; x: number; y: number; isUpright: boolean };

function ColumnName({ name, x, y, isUpright }: NameProps) {
  return (
    <text className="chart-name" transform={isUpright ? `translate(${x} ${y})` : `translate(${x} ${y}) rotate(-38)`}>
      {name}
    </text>
  );
}

type Box = { x: number; y: number; width: number; height: number };
type FieldProps = { cell: HeatCell; box: Box; chosen: { onPointerEnter: () => void; 'data-at': boolean } };

/** A thin gap separates the cells. The sign is on a part of the cell without dark shading. */
function Field({ cell: { shade, tone, sign }, box: { x, y, width, height }, chosen }: FieldProps) {
  return (
    <g className={`heat heat-${tone}`} {...chosen}>
      <rect className="heat-ground" x={x + 1} y={y + 1} width={Math.max(width - 2, 1)} height={height - 2} rx={3} />
      {shade > 0 && (
        <rect
          className="heat-shade"
          x={x + 1}
          y={y + 1}
          width={Math.max(width - 2, 1)}
          height={height - 2}
          rx={3}
          style={{ opacity: 0.16 + 0.84 * shade }}
        />
      )}
      {sign && width >= 14 && (
        <text
          className="heat-sign"
          data-dark={shade > 0.5}
          x={x + width / 2}
          y={y + height / 2}
          dy="0.36em"
          textAnchor="middle"
        >
          {sign}
        </text>
      )}
    </g>
  );
}
