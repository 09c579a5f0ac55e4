import { isIP } from 'node:net';

/** Sixteen bytes; IPv4 in mapped form, so that each address has one representation. */
export type Address = Uint8Array;
type Network = { address: Address; bits: number };
type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'unspecified'
  | 'multicast'
  | 'reserved';

/** The requested host and port, and the address they resolve to. */
export type Target = { host: string; port: number; address: Address };

/** @returns undefined unless the text is an IP address in standard notation */
export function parseAddress(text: string): Address | undefined {
  const [plain = ''] = text.split('%', 1); // drops the zone of a link-local address
  const version = isIP(plain);
  if (version === 0) return undefined;
  const address = new Uint8Array(16);
  if (version === 4) {
    address.set([0xff, 0xff, ...plain.split('.').map(Number)], 10);
    return address;
  }
  // The URL parser writes every IPv6 spelling as groups of hex digits with at most one `::`.
  const [head = '', tail = ''] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [groupsOf(head), groupsOf(tail)];
  const groups = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  address.set(groups.flatMap((group) => [group >> 8, group & 0xff]));
  return address;
}

/** An address alone is a network of one. */
function parseNetwork(text: string): Network | undefined {
  const [host = '', prefix] = text.split('/');
  const address = parseAddress(host);
  if (!address) return undefined;
  const skipped = isIP(host) === 4 ? 96 : 0;
  return { address, bits: prefix === undefined ? 128 : skipped + Number(prefix) };
}

function isWithin(address: Address, network: Network): boolean {
  for (let i = 0; i < 16; i++) {
    const bits = Math.max(0, Math.min(8, network.bits - i * 8));
    const mask = (0xff << (8 - bits)) & 0xff;
    if (((address[i] ?? 0) & mask) !== ((network.address[i] ?? 0) & mask)) return false;
  }
  return true;
}

export const isSameAddress = (a: Address, b: Address): boolean => isWithin(a, { address: b, bits: 128 });

/**
 * One spelling per host: lower case, no brackets, no trailing dot; IPv4 as four decimal parts, even if typed as one
 * number, in octal, in hex or with fewer parts.
 */
export function normaliseHost(host: string): string {
  const bare = isIP(host.split('%', 1)[0] ?? '') === 6 ? `[${host.split('%', 1)[0]}]` : host;
  const parsed = URL.canParse(`http://${bare}`) ? new URL(`http://${bare}`).hostname : host.toLowerCase();
  return parsed.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** The first match counts. An address in none of them and inside the public unicast range is public. */
const kinds: [network: string, kind: AddressKind][] = [
  ['0.0.0.0/32', 'unspecified'],
  ['::/128', 'unspecified'],
  ['127.0.0.0/8', 'loopback'],
  ['::1/128', 'loopback'],
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['fd00:ec2::254/128', 'metadata'],
  ['169.254.0.0/16', 'link-local'],
  ['fe80::/10', 'link-local'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['fc00::/7', 'private'],
  ['fec0::/10', 'private'],
  ['224.0.0.0/4', 'multicast'],
  ['ff00::/8', 'multicast'],
  ['0.0.0.0/8', 'reserved'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['192.88.99.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['240.0.0.0/4', 'reserved'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
];

const networkOf = (text: string): Network => parseNetwork(text) ?? { address: new Uint8Array(16), bits: 128 };
const kindTable = kinds.map(([network, kind]) => ({ network: networkOf(network), kind }));
const publicIPv6 = networkOf('2000::/3');
const allIPv4 = networkOf('0.0.0.0/0');

/** IPv6 ranges that carry an IPv4 address, and the byte at which it begins. */
const carriers = [
  { network: networkOf('::/96'), at: 12 },
  { network: networkOf('64:ff9b::/96'), at: 12 },
  { network: networkOf('2002::/16'), at: 2 },
];

/** An address that embeds an IPv4 address has that one's kind. */
export function addressKind(address: Address): AddressKind {
  const known = kindTable.find(({ network }) => isWithin(address, network));
  if (known) return known.kind;
  if (isWithin(address, allIPv4)) return 'public';
  const carrier = carriers.find(({ network }) => isWithin(address, network));
  if (carrier) {
    const carried = new Uint8Array(16);
    carried.set([0xff, 0xff, ...address.subarray(carrier.at, carrier.at + 4)], 10);
    return addressKind(carried);
  }
  return isWithin(address, publicIPv6) ? 'public' : 'reserved';
}

/** Entries as in `KEY2XS_ALLOWED_HOSTS`: `host`, `host:port`, `[v6]`, `[v6]:port`, an address or a network. */
export function isAllowed(target: Target, entries: readonly string[]): boolean {
  return entries.some((entry) => {
    const network = parseNetwork(entry);
    if (network) return isWithin(target.address, network);
    const { host, port } = splitHost(entry);
    if (port !== undefined && port !== target.port) return false;
    const address = parseAddress(host);
    return address ? isSameAddress(target.address, address) : host === normaliseHost(target.host);
  });
}

/** Whether a name means a place inside by itself, whatever it resolves to. */
export function kindOfName(host: string): 'loopback' | 'metadata' | 'private' | undefined {
  if (parseAddress(host)) return undefined;
  if (/(^|\.)localhost$/.test(host)) return 'loopback';
  if (/^metadata(\.google\.internal|\.goog)?$|^instance-data(\.ec2\.internal)?$/.test(host)) return 'metadata';
  return !host.includes('.') || /\.(local|internal|home\.arpa|localdomain)$/.test(host) ? 'private' : undefined;
}

/** An address that no network but that of all addresses contains. */
const noAddress = networkOf('0.0.0.0').address;

/** Whether the entries allow a name, or everything. */
export const isAllowedName = (place: Omit<Target, 'address'>, entries: readonly string[]): boolean =>
  isAllowed({ ...place, address: noAddress }, entries);

/**
 * Whether a place is called directly although there is a proxy: this machine, and what the entries of `NO_PROXY` name. A name stands
 * for all below it too, `.suffix` and `*.suffix` only for these; a network is compared with addresses that were typed, not with names.
 */
export function isProxyException({ host: typed, port }: Omit<Target, 'address'>, entries: readonly string[]): boolean {
  const host = normaliseHost(typed);
  const address = parseAddress(host);
  if (address ? addressKind(address) === 'loopback' : kindOfName(host) === 'loopback') return true;
  return entries.some((entry) => {
    if (entry === '*') return true;
    const network = parseNetwork(entry);
    if (network) return address !== undefined && isWithin(address, network);
    const suffix = entry.replace(/^\*?\./, '');
    const { host: named, port: only } = splitHost(suffix);
    if (only !== undefined && only !== port) return false;
    const ofEntry = parseAddress(named);
    if (ofEntry) return address !== undefined && isSameAddress(address, ofEntry);
    return host.endsWith(`.${named}`) || (suffix === entry && host === named);
  });
}

/** Normalises the host. */
function splitHost(entry: string): { host: string; port: number | undefined } {
  const [, host = entry, port] = /^(\[.*\]|[^:]*)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  return { host: normaliseHost(host), port: port === undefined ? undefined : Number(port) };
}

/** The part of its address that a client cannot choose: all of IPv4, the first 64 bits of IPv6. */
export const clientNetwork = (text: string): string => prefixOf(text, 8);

/** The largest allocation of a provider to one customer: one IPv4 address, or an IPv6 /48 (65,536 networks). */
export const clientSite = (text: string): string => prefixOf(text, 6);

function prefixOf(text: string, ipv6Bytes: number): string {
  const address = parseAddress(text);
  if (!address) return 'unknown'; // one network for all of them, so that clients cannot choose a new one
  if (isWithin(address, allIPv4)) return address.subarray(12).join('.');
  return `${Buffer.from(address.subarray(0, ipv6Bytes)).toString('hex')}::/${ipv6Bytes * 8}`;
}
