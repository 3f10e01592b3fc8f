import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 that nobody reaches over the public internet, by IANA's special-purpose registry; and Azure's metadata service. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/** All public IPv6 is in here, */
const GLOBAL_V6 = '2000::/3';

/** but for these: protocol assignments and Teredo, documentation, 6to4, segment routing. */
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '5f00::/16'];

const notPublic = cidrList([...NOT_PUBLIC_V4, ...NOT_PUBLIC_V6]);
const global = cidrList([GLOBAL_V6]);

/** A list of networks such as `10.0.0.0/8`; a network that is none throws. */
export function cidrList(cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network = '', length = ''] = cidr.split('/');
    list.addSubnet(network, Number(length), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/** Whether the text is a network such as `10.0.0.0/8` or `fd00::/8`. */
export function isCidr(text: string): boolean {
  const [, network = '', length = ''] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(text) ?? [];
  if (isIPv4(network)) return Number(length) <= 32;
  return isIPv6(network) && Number(length) <= 128;
}

/** An address in the form in which it is judged: IPv4 within IPv6 is IPv4, and a zone says nothing. */
export function plainAddress(address: string): string {
  const text = address.replace(/%.*$/, '').toLowerCase();
  if (!isIPv6(text)) return text;
  // The URL parser has one spelling for each address, with the last 32 bits in hex.
  const hex = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(hex) ?? [];
  if (high === undefined || low === undefined) return hex;
  const bits = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return bits.flatMap((part) => [part >> 8, part & 255]).join('.');
}

/** Whether a plain address is one of the public internet. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !notPublic.check(address, 'ipv4');
  return isIPv6(address) && global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** Whether a plain address lies in one of the networks. */
export function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
