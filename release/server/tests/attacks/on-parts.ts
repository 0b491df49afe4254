import { tinyRemote, tinyShell } from '@site/release-core/tests/support/tiny-site';
import {
  type AttackClass,
  always,
  booking,
  checked,
  command,
  type MakeAttack,
  unchecked,
  upload,
} from './attack-class';

export const onParts: readonly AttackClass[] = [
  {
    name: 'a command on the part of another team',
    requests: always<MakeAttack>(
      command('activate', ['landing@1.0.0-b'], unchecked),
      command('activate', ['booking@1.0.0-c', 'landing@1.0.0-b'], unchecked),
      command('rollback', ['landing']),
      command('rollback', ['booking', 'landing']),
      command('revoke', ['landing@1.0.0-b']),
      command('deactivate', ['remote-landing']),
      command('hold', ['landing'], { why: 'a test' }),
      command('hold', ['booking', 'landing'], { why: 'a test' }),
      command('resume', ['landing']),
    ),
    answer: 'forbidden',
    without: { grant: { names: ['booking', 'landing'] } },
  },
  {
    name: 'a release or a check of the part of another team',
    requests: always<MakeAttack>(
      upload(tinyRemote('landing', '1.0.0-z')),
      checked({ name: 'landing', id: '1.0.0-b', routes: ['/'] }),
    ),
    answer: 'forbidden',
    without: { grant: { names: ['landing'] } },
  },
  {
    name: 'a change of the shell',
    requests: always<MakeAttack>(
      command('activate', ['shell@1.0.0-s2'], unchecked),
      command('revoke', ['shell@1.0.0-s2']),
      upload(tinyShell('1.0.0-s9')),
    ),
    answer: 'forbidden',
    without: { grant: { names: ['shell'] } },
  },
  {
    name: 'a command that composes new pages from site.json',
    requests: always<MakeAttack>(command('compose', [], { isDry: true })),
    answer: 'forbidden',
    without: { grant: { names: [], may: ['compose'] } },
  },
  {
    name: 'a command that edits facts of the owner',
    requests: always<MakeAttack>(
      command('edit-facts', [], { facts: { phone: '05 56 00 00 01' }, isDry: true }),
      command('preview-facts', [], { facts: {} }),
      command('facts', []),
    ),
    grant: { may: ['publish', 'activate', 'rollback', 'revoke', 'compose'] },
    answer: 'forbidden',
    // The others compose, as the control request above does.
    without: { grant: { names: [], may: ['facts'] }, requests: always(command('facts', [])) },
  },
  {
    name: 'a command that the grant has no right to',
    requests: always<MakeAttack>(
      command('activate', ['booking@1.0.0-c'], unchecked),
      command('deactivate', ['booking']),
      command('hold', ['booking'], { why: 'a test' }),
      command('resume', ['booking']),
      command('rollback', ['booking']),
      command('revoke', ['booking@1.0.0-c']),
    ),
    grant: { may: ['publish'] },
    answer: 'forbidden',
    without: { grant: {} },
  },
  {
    name: 'a release with a page of another team',
    requests: always<MakeAttack>(
      upload(booking({ routes: [{ name: 'booking', path: '/', module: 'booking-page', title: '', description: '' }] })),
      upload(booking({ routes: [{ name: 'home', path: '/x', module: 'home-page', title: '', description: '' }] })),
    ),
    answer: 'forbidden',
    without: { grant: { names: ['booking', 'landing'] } },
  },
];
