/** The data that every server answers from. `createdAt` is a Date, as a model holds it: formatting it is part of the work. */
export const CREATED = new Date('2024-05-17T08:30:15.250Z')

/**
 * The item behind `GET /items/{id}`.
 * @param {number} id
 */
export const findItem = (id) => ({ id, name: `Item${id}`, createdAt: CREATED })

/** The hundred nested items of `GET /catalog`. */
export const CATALOG = Array.from({ length: 100 }, (_, index) => ({
  id: index + 1,
  name: `Product number ${index + 1}`,
  price: 10 + index * 0.25,
  tags: [`tag-${index % 7}`, `group-${index % 5}`, index % 2 ? 'odd' : 'even'],
  dimensions: { w: 10 + (index % 9), h: 20.5 + (index % 4), d: 5 + (index % 3) * 0.5 },
  createdAt: new Date(CREATED.getTime() + index * 3_600_000)
}))

/**
 * What an order costs.
 * @param {readonly { readonly qty: number, readonly price: number }[]} lines
 */
export function orderTotal(lines) {
  let total = 0
  for (let index = 0; index < lines.length; index++) total += lines[index].qty * lines[index].price
  return total
}

/** How many routes `GET /r{n}/{id}/sub` there are besides. */
export const EXTRA_ROUTES = Number(process.env.EXTRA_ROUTES ?? 0)

/** Where to listen, on 127.0.0.1. */
export const PORT = Number(process.env.PORT ?? 3000)
