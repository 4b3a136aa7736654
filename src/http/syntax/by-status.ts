/**
 * An object of values by status code, in the order of the codes; of two values for one status the later one counts.
 *
 * V8 lays out an ordinary object with the key 500 as a list, with a place for each number below: 5 KB for a few
 * statuses of one operation, kept as long as the application. An object that ever had the greatest index of a list
 * (ECMA-262, section 6.1.7) stays a hash table, which takes less than a tenth of that memory and time.
 */
export function byStatus<T>(entries: Iterable<readonly [status: string | number, value: T]>): Record<string, T> {
  const table: Record<string | number, T> = { 4294967294: undefined as T }
  delete table[4_294_967_294]
  for (const [status, value] of entries) table[status] = value
  return table
}
