/** How many values are named. */
const MOST = 8

/** How long a value is shown. */
const LONGEST = 60

/** Values as they are written in JSON, in a list. */
export function inWords(values: readonly unknown[]): string {
  const shown = values.slice(0, MOST).map(valueInWords)
  return values.length > MOST ? `${shown.join(', ')} and ${values.length - MOST} more` : shown.join(', ')
}

export function valueInWords(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
