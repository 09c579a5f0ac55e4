import { describe, expect, it } from 'vitest';
import {
  addressKind,
  clientNetwork,
  clientSite,
  isAllowed,
  isProxyException,
  kindOfName,
  normaliseHost,
  parseAddress,
} from './address-rules';

const addressOf = (text: string) => {
  const address = parseAddress(text);
  if (!address) throw new Error(`${text} is no address`);
  return address;
};

describe('addressKind', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['172.15.255.255', 'public'],
    ['172.32.0.0', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['::ffff:7f00:1', 'loopback'],
    ['::127.0.0.1', 'loopback'],
    ['64:ff9b::127.0.0.1', 'loopback'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['64:ff9b::10.0.0.1', 'private'],
    ['64:ff9b::a9fe:a9fe', 'metadata'],
    ['2002:a9fe:a9fe::1', 'metadata'],
    ['::169.254.169.254', 'metadata'],
    ['2002:7f00:1::', 'loopback'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['2002:0a00:0001::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fec0::1', 'private'],
    ['169.254.1.1', 'link-local'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['169.254.169.254', 'metadata'],
    ['::ffff:a9fe:a9fe', 'metadata'],
    ['fd00:ec2::254', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['fd00:ec2::23', 'private'],
    ['192.0.0.192', 'reserved'],
    ['192.88.99.1', 'reserved'],
    ['3fff::1', 'reserved'],
    ['5f00::1', 'reserved'],
    ['100::1', 'reserved'],
    ['0.0.0.0', 'unspecified'],
    ['::', 'unspecified'],
    ['::ffff:0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'reserved'],
    ['224.0.0.1', 'multicast'],
    ['ff02::1', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['2001::1', 'reserved'],
    ['64:ff9b:1::1', 'reserved'],
    ['4000::1', 'reserved'],
  ])('%s is %s', (text, kind) => {
    expect(addressKind(addressOf(text))).toBe(kind);
  });
});

describe('normaliseHost', () => {
  it.each([
    ['LOCALHOST.', 'localhost'],
    ['Key.Example', 'key.example'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['127.0.1', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0x7F.0x0.0x0.0x1', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['[::ffff:169.254.169.254]', '::ffff:a9fe:a9fe'],
    ['[64:ff9b::127.0.0.1]', '64:ff9b::7f00:1'],
    ['key.example.', 'key.example'],
    ['\uff11\uff12\uff17.0.0.1', '127.0.0.1'],
    ['[::1]', '::1'],
    ['0:0:0:0:0:0:0:1', '::1'],
    ['[::FFFF:127.0.0.1]', '::ffff:7f00:1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('writes %s as %s', (typed, host) => {
    expect(normaliseHost(typed)).toBe(host);
  });
});

describe('isAllowed', () => {
  const target = { host: 'cwm.example', port: 8443, address: addressOf('10.2.3.4') };

  it.each([
    ['cwm.example'],
    ['CWM.example'],
    ['cwm.example:8443'],
    ['10.2.3.4'],
    ['10.2.3.4:8443'],
    ['10.0.0.0/8'],
    ['10.2.3.4/32'],
    ['::ffff:10.0.0.0/104'],
  ])('by %s', (entry) => {
    expect(isAllowed(target, ['other.example', entry])).toBe(true);
  });

  it.each([
    ['example'],
    ['cwm.example:443'],
    ['sub.cwm.example'],
    ['10.2.3.5'],
    ['10.2.3.4:443'],
    ['10.2.4.0/24'],
    ['fd00::/8'],
  ])('not by %s', (entry) => {
    expect(isAllowed(target, [entry])).toBe(false);
  });

  it.each([['fd00::/8'], ['[fd00::1]'], ['[fd00::1]:443'], ['fd00:0::1']])('knows the IPv6 entry %s', (entry) => {
    expect(isAllowed({ host: 'cwm.example', port: 443, address: addressOf('fd00::1') }, [entry])).toBe(true);
  });

  it('takes a name at its word only: not for another name of the same address', () => {
    expect(isAllowed({ ...target, host: 'rebound.example' }, ['cwm.example'])).toBe(false);
  });
});

describe('isProxyException', () => {
  const place = { host: 'CWM.inside.example', port: 8443 };

  it.each([
    ['*'],
    ['cwm.inside.example'],
    ['Inside.Example'],
    ['.inside.example'],
    ['*.inside.example'],
    ['cwm.inside.example:8443'],
    ['.example:8443'],
  ])('%s excepts a name', (entry) => {
    expect(isProxyException(place, ['other.example', entry])).toBe(true);
  });

  it.each([
    ['side.example'],
    ['.cwm.inside.example'],
    ['cwm.inside.example:443'],
    ['0.0.0.0/0'],
    ['10.0.0.1'],
  ])('%s does not', (entry) => {
    expect(isProxyException(place, [entry])).toBe(false);
  });

  it.each([
    ['10.2.3.4', '10.0.0.0/8'],
    ['10.2.3.4', '10.2.3.4'],
    ['10.2.3.4', '10.2.3.4:443'],
    ['[fd00::1]', 'fd00::/8'],
    ['[fd00::1]', '[fd00::1]:443'],
    ['[::ffff:10.2.3.4]', '10.0.0.0/8'],
    ['fd00:0::1', 'fd00::1'],
  ])('%s is excepted by %s', (host, entry) => {
    expect(isProxyException({ host, port: 443 }, [entry])).toBe(true);
  });

  it.each([
    ['localhost'],
    ['LOCALHOST.'],
    ['key2xs.localhost'],
    ['127.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
  ])('calls %s directly without an entry', (host) => {
    expect(isProxyException({ host, port: 443 }, [])).toBe(true);
  });
});

describe('kindOfName', () => {
  it.each([
    ['localhost', 'loopback'],
    ['metadata.google.internal', 'metadata'],
    ['intranet', 'private'],
    ['nas.local', 'private'],
    ['db.internal', 'private'],
    ['router.home.arpa', 'private'],
    ['cwm.example', undefined],
    ['local.example', undefined],
    ['10.0.0.1', undefined],
    ['fd00::1', undefined],
  ])('%s is %s', (name, kind) => {
    expect(kindOfName(name)).toBe(kind);
  });
});

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa::1', '20010db800010002::/64'],
    ['2001:db8:1:2:bbbb::9', '20010db800010002::/64'],
    ['not an address', 'unknown'],
    ['192.0.2.7:50001', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe('clientSite', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:aaaa::1', '20010db80001::/48'],
    ['2001:db8:1:fff::1', '20010db80001::/48'],
    ['2001:db8:2::1', '20010db80002::/48'],
  ])('%s counts as %s', (address, site) => {
    expect(clientSite(address)).toBe(site);
  });
});
