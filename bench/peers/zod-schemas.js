import { z } from 'zod'

/** What the routes take, for the peers that validate with zod. */
export const schemas = {
  data: z.object({ name: z.string(), value: z.int() }),
  items: z.object({ name: z.string().min(1), id: z.string().regex(/^-?\d+$/) }),
  item: z.object({
    id: z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number)
  }),
  signup: z.object({
    username: z
      .string()
      .min(3)
      .max(20)
      .regex(/^[A-Za-z0-9]+$/),
    email: z.email(),
    password: z.string().min(8)
  }),
  order: z.object({
    customer: z.object({
      name: z.string().min(1),
      email: z.email(),
      address: z.object({
        street: z.string().min(1),
        city: z.string().min(1),
        zip: z.string().regex(/^\d{5}(-\d{4})?$/)
      })
    }),
    lines: z
      .array(z.object({ sku: z.string().min(1), qty: z.int().min(1), price: z.number().min(0) }))
      .min(1)
      .max(100),
    note: z.string().max(500).optional()
  })
}
