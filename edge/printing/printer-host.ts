// Which addresses a printer may have: the shop's own network and nothing else, so that nobody turns the store
// server's sockets against itself or the world. Names are refused: what they mean can change after the check.
import { BlockList, isIPv4, isIPv6 } from 'node:net';

const shopNetworks = new BlockList();
shopNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
shopNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
shopNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
shopNetworks.addSubnet('fc00::', 7, 'ipv6');

const SIMULATOR_HOSTS = ['127.0.0.1', '::1'];

/** True for a private IPv4 or unique local IPv6 address, and for the simulator's loopback when simulators are on. */
export function allowedPrinterHost(host: string, { simulators }: { simulators: boolean }): boolean {
  if (SIMULATOR_HOSTS.includes(host)) return simulators;
  if (isIPv4(host)) return shopNetworks.check(host, 'ipv4');
  // A mapped IPv4 address (::ffff:…) would be a second spelling of the first kind.
  return isIPv6(host) && !/^::ffff:/i.test(host) && shopNetworks.check(host, 'ipv6');
}
