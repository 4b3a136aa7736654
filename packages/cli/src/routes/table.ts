/** A column of a table, and what of it may be cut where the table is wider than the terminal. */
export interface Column {
  readonly title: string
  readonly cells: readonly string[]
  /** Undefined for a column that is never cut. */
  readonly shortest?: number
}

const GAP = 2

/**
 * A table as text. Columns without a cell are left out; where it is wider than `width`, the widest columns that may be cut
 * are, their cells end in `…` then.
 */
export function formatTable(columns: readonly Column[], width = Number.POSITIVE_INFINITY): string {
  const shown = columns.filter(({ cells }) => cells.some((cell) => cell !== ''))
  const widths = shown.map(({ title, cells }) => Math.max(title.length, ...cells.map((cell) => cell.length)))
  const total = () => widths.reduce((sum, each) => sum + each, (widths.length - 1) * GAP)
  while (total() > width) {
    const free = shown.map(({ shortest }, index) => (widths[index] as number) - (shortest ?? Number.POSITIVE_INFINITY))
    const widest = widths.reduce((found, each, index) => {
      return (free[index] as number) > 0 && each > (widths[found] ?? 0) ? index : found
    }, -1)
    if (widest === -1) break
    widths[widest] = (widths[widest] as number) - 1
  }
  const rows = [
    shown.map(({ title }) => title),
    ...(shown[0]?.cells ?? []).map((_, row) => shown.map(({ cells }) => cells[row] ?? ''))
  ]
  return rows
    .map((row) =>
      row
        .map((cell, index) => fitted(cell, widths[index] as number))
        .join(' '.repeat(GAP))
        .trimEnd()
    )
    .join('\n')
}

function fitted(cell: string, width: number): string {
  return cell.length > width ? `${cell.slice(0, width - 1)}…` : cell.padEnd(width)
}
