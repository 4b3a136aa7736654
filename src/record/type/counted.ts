/** A number of things: `1 item`, `2 items`. */
export function counted(number: unknown, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
