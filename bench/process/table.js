/** A Markdown table; numbers stand at the right. */
export function markdownTable(header, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const rule = header.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(header), line(rule), ...rows.map(line)].join('\n')
}
