import { createSocket } from 'node:dgram';

const TXT = 16;
const NO_SUCH_NAME = 3;

/** Texts by name. A name has others beneath it if a key ends with it. */
export type Zone = Readonly<Record<string, readonly string[]>>;

/** A name server on this machine. Without a zone it answers nothing. */
export async function startNameServer(zone: Zone | null) {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    if (zone) socket.send(answerTo(query, zone), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => void socket.close() };
}

function answerTo(query: Buffer, zone: Zone): Buffer {
  const { name, end } = nameIn(query);
  const question = query.subarray(12, end + 4);
  const texts = zone[name] ?? [];
  const exists = Object.keys(zone).some((one) => one === name || one.endsWith(`.${name}`));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8180 + (exists ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(texts.length, 6);
  header.fill(0, 8);
  return Buffer.concat([header, question, ...texts.map(recordOf)]);
}

/** The name of the question, after its header of 12 bytes. */
function nameIn(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

/** Answers for the name in the question, valid for a minute. A string has 255 bytes at most. */
function recordOf(text: string): Buffer {
  const strings = (text.match(/.{1,255}/gs) ?? ['']).map((part) =>
    Buffer.concat([Buffer.of(part.length), Buffer.from(part)]),
  );
  const data = Buffer.concat(strings);
  const head = Buffer.from([0xc0, 12, 0, TXT, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
