import { expect } from 'chai'
import { clientKey } from '../../src/operation/client-key.js'

describe('the key that a client is counted under', () => {
  const cases: readonly [ip: string, key: string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::', '1:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', '']
  ]
  for (const [ip, key] of cases) {
    it(`is ${key || 'nothing'} for ${ip || 'no address'}`, () => {
      expect(clientKey(ip)).to.equal(key)
    })
  }
})
