import { tinyRemote } from '@site/release-core/tests/support/tiny-site';
import fc from 'fast-check';
import { withFile } from '../support/interface-site';
import {
  type AttackClass,
  always,
  booking,
  checked,
  type MakeAttack,
  type Prepared,
  put,
  upload,
} from './attack-class';

export const onUploads: readonly AttackClass[] = [
  {
    name: 'contents or a commit for an upload that is committed, or belongs to another team',
    requests: always<MakeAttack>(
      put(({ committed }) => committed),
      (one: Prepared) => ({ method: 'POST', path: `/uploads/${one.committed.upload}/commit` }),
      (one: Prepared) => ({
        ...put(({ begun }) => begun)(one),
        headers: { authorization: `Bearer ${one.otherToken}` },
      }),
      (one: Prepared) => ({
        method: 'POST',
        path: `/uploads/${one.begun.upload}/commit`,
        headers: { authorization: `Bearer ${one.otherToken}` },
      }),
    ),
    answer: 'not-found',
    without: { requests: always<MakeAttack>(put(({ begun }) => begun)) },
  },
  {
    name: 'bytes that do not have the announced hash',
    requests: fc.nat().map((at) => (one: Prepared) => {
      const sent = put(({ begun }) => begun)(one);
      const forged = Buffer.from(sent.body as Buffer);
      const place = at % forged.length;
      forged[place] = (forged[place] ?? 0) ^ 1;
      return { ...sent, body: forged };
    }),
    answer: 'wrong-content',
    without: { requests: always<MakeAttack>(put(({ begun }) => begun)) },
  },
  {
    name: 'other content under a published id',
    requests: always<MakeAttack>(
      upload(withFile(tinyRemote('booking'), 'picture.svg', Buffer.from('<svg id="other"/>'))),
      upload(tinyRemote('booking', '1.0.0-a', { requires: { ...tinyRemote('booking').release.requires, react: '*' } })),
    ),
    answer: 'conflict',
    without: { requests: always<MakeAttack>(upload(tinyRemote('booking'))) },
  },
  {
    name: 'a file outside its release, or a hidden file',
    requests: fc
      .oneof(
        always(
          '../x.js',
          '..',
          '.',
          '.x',
          '/etc/passwd',
          'a/b.js',
          '..%2fx.js',
          '%2e%2e',
          'a\\b.js',
          'c:x',
          '',
          'a b',
          'é.js',
        ),
        always('a\0.js', 'a\n.js', 'x'.repeat(201), '\u202ex.js', 'con:1'),
        fc.string({ minLength: 1, maxLength: 20 }).map((text) => `../${text}`),
      )
      .chain((file) => always(upload(withFile(booking(), file, Buffer.from('x'))), upload(withNodeFile(file)))),
    answer: 'malformed',
    without: { requests: always<MakeAttack>(upload(withFile(booking(), 'x.js', Buffer.from('x')))) },
  },
  {
    name: 'a reserved file, an entry or a page without its file, or a compressed file without its original',
    requests: always<MakeAttack>(
      upload(withFile(booking(), 'release.json', Buffer.from('{}'))),
      upload(withFile(booking(), 'release.json.br', Buffer.from('{}'))),
      upload(withFile(booking(), 'build.json', Buffer.from('{}'))),
      upload(withFile(booking(), 'none.js.br', Buffer.from('{}'))),
      upload(booking({ entry: 'none.js' })),
      upload(booking({ entry: 'constructor' })),
      upload(booking({ pageFiles: { 'booking-page': ['none.js'] } })),
      upload(booking({ container: 'landing_1' })),
      upload(booking({ container: 'window' })),
      upload(booking({ version: '9.9.9' })),
    ),
    answer: 'refused',
    without: { requests: always<MakeAttack>(upload(booking())) },
  },
  {
    name: 'a page at a reserved or invalid path',
    requests: fc
      .constantFrom(
        '/r',
        '/r/x',
        '/rest/v1',
        '/release',
        '/release/v1',
        '/healthz',
        '/auth/v1/x',
        '/fichiers/x',
        '/espace',
        '/espace/agenda/x',
        '/index',
        '/404',
        'x',
        '//x',
        '/a.b',
        '/A',
        '/a/',
        '/../x',
        '/é',
      )
      .map((path) =>
        upload(booking({ routes: [{ name: 'other', path, module: 'booking-page', title: '', description: '' }] })),
      ),
    answer: 'refused',
    without: {
      requests: always<MakeAttack>(
        upload(
          booking({ routes: [{ name: 'other', path: '/x', module: 'booking-page', title: '', description: '' }] }),
        ),
      ),
    },
  },
  {
    name: 'a check that does not match the pages of a published release',
    requests: always<MakeAttack>(
      checked({ id: '9.9.9-none' }),
      checked({ shell: '9.9.9-none' }),
      checked({ routes: [] }),
      checked({ routes: ['/'] }),
      checked({ routes: ['/booking', '/'] }),
      checked({ forms: ['/contact'] }),
    ),
    answer: 'refused',
    without: { requests: always<MakeAttack>(checked({})) },
  },
];

function withNodeFile(file: string) {
  const { release, client, node } = booking();
  const other = withFile({ release, client: node, node }, file, Buffer.from('x'));
  const nodeFiles = { ...release.nodeFiles, [file]: other.release.files[file] ?? '' };
  return { release: { ...release, nodeFiles }, client, node: other.client };
}
