import { withFile } from '../support/interface-site';
import {
  type AttackClass,
  always,
  booking,
  type MakeAttack,
  MEGABYTE,
  type Prepared,
  post,
  put,
  STATUS,
  upload,
} from './attack-class';

export const onSizes: readonly AttackClass[] = [
  {
    name: 'a file that is too large, with or without a Content-Length',
    requests: always<MakeAttack>(
      (one: Prepared) => ({
        ...put(({ begun }) => begun)(one),
        headers: { 'content-length': String(1024 * MEGABYTE) },
        isOpen: true,
      }),
      (one: Prepared) => ({ ...put(({ begun }) => begun)(one), body: Buffer.alloc(4 * MEGABYTE), isOpen: true }),
    ),
    answer: 'too-large',
    without: { requests: always<MakeAttack>(put(({ begun }) => begun)) },
  },
  {
    name: 'a description or a command that is too large',
    requests: always<MakeAttack>(post(' '.repeat(65 * 1024)), () => ({
      method: 'POST',
      path: '/uploads',
      body: ' '.repeat(2 * MEGABYTE + 1),
    })),
    answer: 'too-large',
    without: { requests: always<MakeAttack>(post(STATUS.padEnd(60 * 1024))) },
  },
  {
    name: 'a release that is too large, has too large a file, or has too many files',
    requests: always<MakeAttack>(
      upload(withFile(booking(), 'large.bin', Buffer.alloc(9 * MEGABYTE))),
      upload(heavy()),
      upload(crowded()),
      upload(repeated(12)),
    ),
    answer: 'too-large',
    without: { requests: always<MakeAttack>(upload(withFile(booking(), 'large.bin', Buffer.alloc(7 * MEGABYTE)))) },
  },
  {
    name: 'a release that fills what inactive releases of its part may take',
    requests: always<MakeAttack>(upload(booking()), upload(repeated(5))),
    limits: { inactiveBytes: MEGABYTE - 1 },
    answer: 'no-room',
    without: { limits: { inactiveBytes: 16 * MEGABYTE } },
  },
  {
    name: 'a release that takes the free space of the database',
    requests: always<MakeAttack>(upload(booking())),
    limits: { freeBytes: Number.MAX_SAFE_INTEGER },
    answer: 'no-room',
    without: {},
  },
  {
    name: 'a compressed file that does not decompress to its original',
    requests: always<MakeAttack>((one: Prepared) => ({ method: 'POST', path: `/uploads/${one.forged.upload}/commit` })),
    answer: 'wrong-content',
    without: {
      requests: always<MakeAttack>((one: Prepared) => ({
        method: 'POST',
        path: `/uploads/${one.whole.upload}/commit`,
      })),
    },
  },
  {
    name: 'a body that does not end',
    requests: always<MakeAttack>(
      (one: Prepared) => ({ ...put(({ begun }) => begun)(one), body: Buffer.from('b'), isOpen: true }),
      (one: Prepared) => ({ ...post('{"words"')(one), isOpen: true }),
    ),
    limits: { bodySeconds: 0.1 },
    answer: 'too-slow',
    without: { requests: always<MakeAttack>(post(STATUS)) },
  },
];

function heavy() {
  const names = Array.from({ length: 5 }, (_, at) => `${at}.bin`);
  return names.reduce((one, name, at) => withFile(one, name, Buffer.alloc(7 * MEGABYTE, at)), booking());
}

/** Many files with the same content, which is sent once. */
function repeated(count: number) {
  const content = Buffer.alloc(3 * MEGABYTE);
  return Array.from({ length: count }, (_, at) => `${at}.bin`).reduce(
    (one, name) => withFile(one, name, content),
    booking(),
  );
}

function crowded() {
  const { release, client, node } = booking();
  const [hash = ''] = Object.values(release.files);
  const many = Array.from({ length: 2001 }, (_, at) => [`${at}.js`, hash] as const);
  return { release: { ...release, files: { ...release.files, ...Object.fromEntries(many) } }, client, node };
}
