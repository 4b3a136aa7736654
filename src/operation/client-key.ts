import { isIPv6 } from 'node:net'

/**
 * The key that a client is counted under: its IPv4 address, or the first 64 bits of its IPv6 address, because a client
 * that has one address has all addresses with these bits (RFC 6177).
 */
export function clientKey(ip: string): string {
  if (!isIPv6(ip)) return ip
  const bare = ip.replace(/%.*$/, '')
  const [head = '', tail] = bare.split('::')
  const groups = head === '' ? [] : head.split(':')
  // Where nothing is behind it is one empty group: it is never among the first four.
  const behind = tail === undefined ? [] : tail.split(':')
  // An IPv4 address at the end counts as two groups.
  const count = groups.length + behind.length + (bare.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : 8 - count
  const whole = [...groups, ...Array<string>(zeros).fill('0'), ...behind]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
