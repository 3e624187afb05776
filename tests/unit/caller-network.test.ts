import { describe, expect, test } from 'vitest'
import { callerNetwork } from '#http/limits/caller-network.ts'

describe('the network of a caller', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    // Some proxies add the port.
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    // What a client may claim through a proxy that does not check.
    ['', 'unknown'],
    ['999.1.1.1', 'unknown'],
    ['x'.repeat(5_000), 'unknown'],
  ])('the network of %.40s is %s', (ip, network) => {
    expect(callerNetwork(ip)).toBe(network)
  })
})
