import fc from 'fast-check';
import { type AttackClass, always, command, type MakeAttack, type Prepared } from './attack-class';

export const token =
  (header: (prepared: Prepared) => Record<string, string>, path = '/store/index/') =>
  (prepared: Prepared) => ({
    method: 'GET',
    path,
    headers: header(prepared),
  });
const changed = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`;

const MANY_FAILURES = { failuresPerMinute: 1000 };

export const onTokens: readonly AttackClass[] = [
  {
    name: 'an expired token',
    requests: always<MakeAttack>(command('status', []), command('rollback', ['booking'])),
    grant: { until: '2026-01-01' },
    limits: MANY_FAILURES,
    answer: 'unauthenticated',
    without: { grant: { until: '2999-01-01' } },
  },
  {
    name: 'a withdrawn token',
    requests: always<MakeAttack>(command('status', []), command('rollback', ['booking'])),
    isWithdrawn: true,
    limits: MANY_FAILURES,
    answer: 'unauthenticated',
    without: {},
  },
  {
    name: 'a modified token, another scheme, or a token outside its header',
    requests: fc.oneof(
      fc.nat(54).map((at) => token((one) => ({ authorization: `Bearer ${changed(one.token, at + 13)}` }))),
      always(
        token(() => ({ authorization: '' })),
        token(() => ({ authorization: 'Bearer' })),
        token((one) => ({ authorization: one.token })),
        token((one) => ({ authorization: `Basic ${one.token}` })),
        token((one) => ({ authorization: `Bearer ${one.token} ${one.token}` })),
        token((one) => ({ authorization: `Bearer ${one.token.slice(0, -1)}` })),
        token((one) => ({ authorization: `Bearer ${one.token.toUpperCase()}` })),
        token(({ token: secret }) => ({ authorization: '', cookie: `token=${secret}` })),
        token(() => ({ authorization: `Bearer ${'x'.repeat(8000)}` })),
        (one: Prepared) => ({
          method: 'GET',
          path: `/store/index/?token=${one.token}`,
          headers: { authorization: '' },
        }),
      ),
    ),
    limits: MANY_FAILURES,
    answer: 'unauthenticated',
    without: { requests: always<MakeAttack>(token((one) => ({ authorization: `Bearer ${one.token}` }))) },
  },
];
