// The DHCP of a shop's router, as much of it as a store server asks for (RFC 2131): one address, to whoever asks. Run where the phone is:
//   node tests/deploy/dhcp.main.ts OWN_ADDRESS ADDRESS_TO_GIVE
import { createSocket } from 'node:dgram';

const [SERVER_PORT, CLIENT_PORT] = [67, 68];
/** What stands before the options; its last four bytes say that options follow. */
const HEAD_BYTES = 240;
const [ANSWER, YOUR_ADDRESS_AT, SERVER_AT, NAMES_AT] = [2, 16, 20, 44];
const [PAD, MASK, ROUTER, LEASE, TYPE, SERVER, END] = [0, 1, 3, 51, 53, 54, 255];
const [DISCOVER, OFFER, REQUEST, ACK] = [1, 2, 3, 5];
const LEASE_S = 3600;

const bytesOf = (address: string): number[] => address.split('.').map(Number);
const [own = '', given = ''] = process.argv.slice(2);

function typeOf(message: Buffer): number | undefined {
  for (let at = HEAD_BYTES; at < message.length && message[at] !== END;) {
    if (message[at] === PAD) {
      at += 1;
      continue;
    }
    if (message[at] === TYPE) return message[at + 2];
    at += 2 + (message[at + 1] ?? 0);
  }
  return undefined;
}

const socket = createSocket({ type: 'udp4', reuseAddr: true });
socket.on('message', (asked) => {
  const type = new Map([
    [DISCOVER, OFFER],
    [REQUEST, ACK],
  ]).get(typeOf(asked) ?? 0);
  if (type === undefined) return;
  const head = Buffer.from(asked.subarray(0, HEAD_BYTES));
  head[0] = ANSWER;
  head.set(bytesOf(given), YOUR_ADDRESS_AT);
  head.set(bytesOf(own), SERVER_AT);
  head.fill(0, NAMES_AT, HEAD_BYTES - 4);
  const lease = Buffer.alloc(4);
  lease.writeUInt32BE(LEASE_S);
  const options = [
    ...[TYPE, 1, type],
    ...[SERVER, 4, ...bytesOf(own)],
    ...[LEASE, 4, ...lease],
    ...[MASK, 4, 255, 255, 255, 0],
    ...[ROUTER, 4, ...bytesOf(own)],
    END,
  ];
  // To all: who asks has no address yet.
  socket.send(Buffer.concat([head, Buffer.from(options)]), CLIENT_PORT, '255.255.255.255');
});
socket.bind(SERVER_PORT, () => socket.setBroadcast(true));
