import fc from 'fast-check';
import { type AttackClass, always, type MakeAttack } from './attack-class';

export const onKeys: readonly AttackClass[] = [
  {
    name: 'a key of the store that nobody may read',
    requests: fc
      .oneof(
        always(
          'grants/',
          'rendered/',
          'scratch/',
          'scratch/uploads/',
          'reserve',
          'keys.json',
          '',
          '/',
          '..',
          '../keys.json',
        ),
        always(
          'r/../grants/',
          'r/..%2fgrants/',
          'r/%2e%2e/grants/',
          'r/./x',
          'r//x',
          'r/x/../../grants/',
          'index/../grants/',
        ),
        always(
          'INDEX/',
          'index',

          'index/%00',
          'index/00000001.json%00',
          'r/booking/1.0.0-a/../../../reserve',
        ),
        fc.stringMatching(/^r\/(\.\.\/){1,5}[a-z]{1,8}\/?$/),
      )
      .map((key) => () => ({ method: 'GET', path: `/store/${key}` })),
    answer: 'not-found',
    without: { requests: always<MakeAttack>(() => ({ method: 'GET', path: '/store/index/' })) },
  },
];
