/** What the three applications answer from. */
export const PORT = Number(process.env.PORT ?? 3000)

/**
 * The order of a number; there are a thousand.
 * @param {number} id
 */
export function findOrder(id) {
  return id > 1_000 ? undefined : { id, customer: `Customer ${id}`, createdAt: new Date(1_715_934_615_250 + id) }
}

/**
 * What an order costs.
 * @param {readonly { readonly qty: number, readonly price: number }[]} lines
 */
export function orderTotal(lines) {
  return lines.reduce((total, { qty, price }) => total + qty * price, 0)
}
