/**
 * Whether `value` is a whole multiple of `divisor`, both as the decimal numbers that JSON writes: 19.99 is a multiple
 * of 0.01, although the quotient of the two binary fractions is not an integer.
 */
export function isMultipleOf(value: unknown, divisor: number): boolean {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  // The remainder of two floating point numbers is exact, and so are safe integers.
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor)) return value % divisor === 0
  const [dividend, dividendExponent] = decimal(value)
  const [unit, unitExponent] = decimal(divisor)
  const exponent = Math.min(dividendExponent, unitExponent)
  return scale(dividend, dividendExponent - exponent) % scale(unit, unitExponent - exponent) === 0n
}

/** The digits and the power of ten of the shortest decimal number that parses to this one. */
function decimal(value: number): [digits: bigint, exponent: number] {
  const [mantissa, power = '0'] = String(value).split('e') as [string, string?]
  const [whole, fraction = ''] = mantissa.split('.') as [string, string?]
  return [BigInt(whole + fraction), Number(power) - fraction.length]
}

function scale(digits: bigint, exponent: number): bigint {
  return digits * 10n ** BigInt(exponent)
}
