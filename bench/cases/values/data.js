/** What the payments respond with: each of the three kinds in turn. */
export const PAYMENTS = Array.from({ length: 30 }, (_, index) => {
  const id = `P-${1000 + index}`
  const amount = 12.5 + index * 0.75
  if (index % 3 === 0) return { kind: 'card', id, amount, network: index % 2 ? 'visa' : 'maestro', last4: '4242' }
  if (index % 3 === 1) return { kind: 'transfer', id, amount, iban: 'DE89370400440532013000', name: 'Ada Lovelace' }
  return { kind: 'cash', id, amount, currency: 'EUR' }
})

/** What is in stock, by the number of the article. */
export const STOCK = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`SKU-${1000 + index}`, index * 3]))

export const MEMBER = {
  username: 'alice99',
  email: 'alice@example.com',
  password: 'correct horse battery',
  age: 36,
  address: { street: '12 St James Square', city: 'London', zip: '12345-6789' },
  interests: ['mathematics', 'music']
}

export const BAD_MEMBER = {
  ...MEMBER,
  email: 'not-an-email',
  age: 12,
  address: { ...MEMBER.address, zip: 'ABC' },
  interests: ['mathematics', '']
}
