/**
 * Whether a number is a whole multiple of another, both as the decimals that JSON writes:
 * 0.3 is a multiple of 0.1, which the quotient of the binary fractions denies.
 */
export function isDecimalMultiple(value: number, divisor: number): boolean {
  if (!Number.isFinite(value)) return false
  const places = Math.max(decimalPlaces(value), decimalPlaces(divisor))
  return scaled(value, places) % scaled(divisor, places) === 0n
}

function decimalPlaces(value: number): number {
  const [digits = '', exponent = '0'] = value.toString().split('e')
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent))
}

function scaled(value: number, places: number): bigint {
  const [digits = '', exponent = '0'] = value.toString().split('e')
  const [whole = '0', fraction = ''] = digits.split('.')
  return BigInt(whole + fraction) * 10n ** BigInt(places + Number(exponent) - fraction.length)
}
